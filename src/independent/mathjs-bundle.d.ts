// The bundled file comes without types; it holds what the package's main entry exports.
declare module "mathjs/lib/browser/math.js" {
  import type { FactoryFunctionMap, MathJsInstance } from "mathjs";

  const bundle: MathJsInstance & { readonly all: FactoryFunctionMap };
  export = bundle;
}
