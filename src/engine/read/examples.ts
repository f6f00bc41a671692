// The examples of a tool: inputs that show how it is called, each with a title for people.
import type { ExampleDef } from "../language/model.js";
import { isYamlMap, type Yaml } from "./yaml.js";

export function readExamples(written: Yaml | undefined): ExampleDef[] {
  return (Array.isArray(written) ? written : []).flatMap((each) =>
    isYamlMap(each) && isYamlMap(each.input)
      ? [{ title: String(each.title), input: each.input, holder: each }]
      : [],
  );
}
