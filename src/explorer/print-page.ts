// Prints a document in a separate frame, because page margins and footers apply to whole documents. Styles are style
// sheet objects, which the content policy allows.

let frame: HTMLIFrameElement | undefined;

/** Prints a self-contained page, such as a calculation sheet. */
export async function printPage(page: string): Promise<void> {
  const rules: string[] = [];
  // Removes style elements before parsing, because parsing them violates the content policy.
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
