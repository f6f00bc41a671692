// Embeds the fonts of formulas in a downloaded sheet, which must not depend on this page.
import { fontsOf } from "../pages/katex-fonts.js";

const FILES = import.meta.glob<string>("../../node_modules/katex/dist/fonts/*.woff2", {
  query: "?url",
  import: "default",
  eager: true,
});

export async function fontFaces(page: string): Promise<string> {
  const faces = fontsOf(page).map(async (name) => {
    const url = Object.entries(FILES).find(([path]) => path.endsWith(`/${name}.woff2`))?.[1];
    if (url === undefined) return "";
    const data = await asData(await (await fetch(url)).blob());
    const [family = "", style = ""] = name.split("-");
    const look = style.includes("Italic") ? "italic" : "normal";
    const weight = style.includes("Bold") ? 700 : 400;
    return `@font-face{font-family:${family};font-style:${look};font-weight:${weight};src:url(${data}) format("woff2")}`;
  });
  return (await Promise.all(faces)).join("");
}

function asData(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error("A font could not be read."));
    reader.readAsDataURL(blob.slice(0, blob.size, "font/woff2"));
  });
}
