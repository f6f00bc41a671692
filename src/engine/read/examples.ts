// The examples of a tool: inputs that show how it is called, each with a title for people.
import type { ExampleDef } from "../language/model.js";
import { mapsIn } from "./fields.js";
import { isYamlMap, type YamlMap } from "./yaml.js";

export function readExamples(tool: YamlMap): ExampleDef[] {
  return mapsIn(tool, "examples").flatMap((each) =>
    isYamlMap(each.input) ? [{ title: String(each.title), input: each.input, holder: each }] : [],
  );
}
