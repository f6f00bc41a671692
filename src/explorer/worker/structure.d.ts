// Type of the generated checks of definition files.
declare module "virtual:structure" {
  import type { ValidateFunction } from "ajv/dist/2020.js";
  export const makeStructure: (
    require: (name: string) => unknown,
  ) => Readonly<Record<string, ValidateFunction>>;
}
