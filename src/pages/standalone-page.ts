// A page that needs nothing from outside: its styles are in it, and its policy forbids all else.
import { html, trusted } from "./html.js";

/** The page may use its own styles and fonts: nothing else, and no script, whatever a text in it says. */
export const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'";

/** `styles` and `body` are markup of our own. */
export function pageAlone(title: string, styles: string, body: string): string {
  return `${
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Plumbline">
<title>${title}</title>
<style>${trusted(styles)}</style>
</head>
<body>
${trusted(body)}
</body>
</html>`.text
  }\n`;
}
