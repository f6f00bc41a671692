// A page of the guide: requests in the language that the reader picks, with this service's address and the reader's key.
import { callTexts, keepKey, keptKey } from "/docs/calls.js";
import { make } from "/docs/form.js";

const key = document.getElementById("key");
const samples = [...document.querySelectorAll(".sample")];
let language = "curl";

function show() {
  for (const sample of samples) {
    const { method, path, body } = sample.dataset;
    const shown = sample.querySelector("pre");
    if (method === undefined) {
      shown.textContent = sample.text.replaceAll("http://127.0.0.1:3000", location.origin);
      continue;
    }
    const texts = callTexts({ method, url: new URL(path, location.href).href, body: body === "" ? undefined : body, key: key.value.trim() });
    shown.textContent = (texts.find(({ title }) => title === language) ?? texts[0]).text;
    const buttons = texts.map(({ title }) => {
      const button = make("button", { type: "button", "aria-pressed": String(title === language) }, title);
      button.addEventListener("click", () => {
        language = title;
        show();
      });
      return button;
    });
    sample.querySelector(".tabs")?.remove();
    sample.prepend(make("div", { class: "tabs" }, ...buttons));
  }
}

for (const sample of samples) sample.text = sample.querySelector("pre").textContent;
key.value = keptKey();
key.addEventListener("input", () => {
  keepKey(key.value.trim());
  show();
});
show();

// A small screen has no room for the list beside the text.
if (matchMedia("(max-width: 50rem)").matches) document.querySelector(".side details").open = false;

// Operations had this address before the guide took it.
const { hash } = location;
if (location.pathname.replace(/\/$/, "") === "/docs" && hash.length > 1 && document.getElementById(hash.slice(1)) === null)
  location.replace(`/docs/reference${hash}`);
