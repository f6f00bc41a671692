// A page on paper: it is laid out in a frame of its own, because what a browser prints at the foot of each sheet must be
// said by the document, not by a part of it. Styles come as a style sheet object, which the policy of the page allows.

let frame: HTMLIFrameElement | undefined;

/** Prints a page that needs nothing from outside, such as a calculation sheet. */
export async function printPage(page: string): Promise<void> {
  const rules: string[] = [];
  // A parser reports style elements to the policy of the page, so they are taken out before.
  const plain = page.replace(/<style[^>]*>(.*?)<\/style>/gs, (_, css: string) => {
    rules.push(css);
    return "";
  });
  const parsed = new DOMParser().parseFromString(plain, "text/html");
  frame?.remove();
  frame = document.createElement("iframe");
  frame.className = "paper-frame";
  frame.title = "The sheet that is printed";
  frame.tabIndex = -1;
  document.body.append(frame);
  const inner = frame.contentWindow as (Window & typeof globalThis) | null;
  if (inner === null) throw new Error("This browser prints no frames.");
  const style = new inner.CSSStyleSheet();
  style.replaceSync(rules.join("\n"));
  inner.document.adoptedStyleSheets = [style];
  inner.document.title = parsed.title;
  inner.document.documentElement.lang = "en";
  inner.document.body.innerHTML = parsed.body.innerHTML;
  await inner.document.fonts.ready;
  inner.print();
}
