// What the build writes of the schemas of definition files.
declare module "virtual:structure" {
  import type { ValidateFunction } from "ajv/dist/2020.js";
  export const makeStructure: (
    require: (name: string) => unknown,
  ) => Readonly<Record<string, ValidateFunction>>;
}
