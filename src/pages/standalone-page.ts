// A self-contained page with embedded styles and a strict content policy.
import { html, trusted } from "./html.js";

/** Allows embedded styles and fonts only, so that no inserted text can run a script. */
export const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'";

/** `styles` and `body` must be trusted markup. */
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
