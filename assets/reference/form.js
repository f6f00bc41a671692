// A form for a JSON Schema: one field for each input, read back as the JSON that is sent.

/** @typedef {{ element: HTMLElement, read: () => unknown, write: (value: unknown) => void, blame: (message: string) => void }} Field */

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** @returns {Map<string, Field>} */
export function fieldsOf(schema) {
  const required = new Set(schema.required ?? []);
  return new Map(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [name, field(name, property, required.has(name))]),
  );
}

function field(name, property, required) {
  const id = `input-${name}`;
  const control = controlFor(property, id);
  const fault = make("p", { class: "fault", role: "alert", hidden: "" });
  const element = make(
    "div",
    { class: "field" },
    make("label", { for: id, class: required ? "required" : "" }, name),
    control.element,
    make("p", { class: "note" }, note(property)),
    fault,
  );
  return {
    element,
    read: control.read,
    write: control.write,
    blame: (message) => {
      fault.textContent = message;
      fault.hidden = message === "";
    },
  };
}

function note(property) {
  const bounds = [
    ["minimum", "at least"],
    ["exclusiveMinimum", "more than"],
    ["maximum", "at most"],
    ["exclusiveMaximum", "less than"],
  ].flatMap(([key, words]) => (property[key] === undefined ? [] : [`${words} ${property[key]}`]));
  const [unit, assumed] = ["unit", "assumed"].map((key) => property[`x-${key}`] ?? property[key]);
  const range = bounds.join(", ");
  return [
    property.title === undefined ? "" : `${property.title}.`,
    property.description ?? "",
    unit === undefined || unit === "1" ? "" : `Unit: ${unit}.`,
    range === "" ? "" : `${range[0].toUpperCase()}${range.slice(1)}.`,
    property.default === undefined ? "" : `Default: ${JSON.stringify(property.default)}.`,
    assumed === undefined ? "" : `Assumed where it is not given: ${JSON.stringify(assumed)}.`,
  ]
    .filter((text) => text !== "")
    .join(" ");
}

function controlFor(property, id) {
  const choices = property.enum ?? (property.type === "boolean" ? [true, false] : undefined);
  if (choices !== undefined) {
    const options = choices.map((choice, at) => make("option", { value: String(at) }, String(choice)));
    const element = make("select", { id }, make("option", { value: "" }, ""), ...options);
    return {
      element,
      read: () => (element.value === "" ? undefined : choices[Number(element.value)]),
      write: (value) => {
        const at = choices.indexOf(value);
        element.value = at < 0 ? "" : String(at);
      },
    };
  }
  if (property.type === "number" || property.type === "integer" || property.type === "string") {
    const element = make("input", { id, autocomplete: "off", inputmode: property.type === "string" ? "text" : "decimal" });
    return {
      element,
      // What is not a number is sent as typed: the service says what is wrong with it.
      read: () => {
        if (element.value === "") return undefined;
        const number = Number(element.value);
        return property.type === "string" || Number.isNaN(number) ? element.value : number;
      },
      write: (value) => {
        element.value = value === undefined ? "" : String(value);
      },
    };
  }
  const element = make("textarea", { id, spellcheck: "false" });
  return {
    element,
    read: () => (element.value.trim() === "" ? undefined : JSON.parse(element.value)),
    write: (value) => {
      element.value = value === undefined ? "" : JSON.stringify(value, null, 2);
    },
  };
}
