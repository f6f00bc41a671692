// Types of the bundled file, which exports the same as the package's main entry.
declare module "mathjs/lib/browser/math.js" {
  import type { FactoryFunctionMap, MathJsInstance } from "mathjs";

  const bundle: MathJsInstance & { readonly all: FactoryFunctionMap };
  export = bundle;
}
