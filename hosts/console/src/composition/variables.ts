import type { Field } from "../components/form.ts";
import type { Typed } from "../frame/form-input.ts";
import type { Visit } from "../frame/visit.ts";
import { variableTitle } from "./variable-words.ts";

/** A variable of a template, as its schema declares it. */
export interface Variable {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly choices: readonly string[];
  readonly usual: unknown;
}

/** Returns the variables of a schema `{type: "object", properties, required}` in its order; other entries are ignored. */
export function variablesOf(schema: Readonly<Record<string, unknown>>): readonly Variable[] {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!isObject(property)) return [];
    const { type = "string", enum: choices = [], default: usual } = property;
    const texts = Array.isArray(choices) ? choices.map(String) : [];
    return [{ name, type: String(type), isRequired: required.includes(name), choices: texts, usual }];
  });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const KINDS: Readonly<Record<string, NonNullable<Field["kind"]>>> = {
  date: "date",
  array: "textarea",
  object: "textarea",
};

/** Returns the value of a variable for people. */
export function variableText({ texts }: Pick<Visit, "texts">, value: unknown): string {
  if (typeof value === "boolean") return value ? texts.yes : texts.no;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Returns a form field for a variable of the template with a key; `value` is what it has now. */
export function fieldFor(
  { language, texts }: Pick<Visit, "language" | "texts">,
  templateKey: string | null,
  { name, type, choices, usual }: Variable,
  value: unknown = usual,
): Field {
  const text =
    value === undefined || value === null
      ? ""
      : isObject(value) || Array.isArray(value)
        ? JSON.stringify(value)
        : String(value);
  const common = { name: `variables[${name}]`, label: variableTitle(language, templateKey, name), value: text };
  const options =
    type === "boolean"
      ? [
          { value: "true", text: texts.yes },
          { value: "false", text: texts.no },
        ]
      : choices.map((each) => ({ value: each, text: each }));
  if (options.length === 0) return { ...common, kind: KINDS[type] ?? "text" };
  return { ...common, kind: "select", options: [{ value: "", text: "" }, ...options] };
}

/** Reads the variables from a form; a value that its type does not allow is left as text, which the API refuses by name. */
export function readVariables(variables: readonly Variable[], typed: Typed): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    variables.flatMap(({ name, type }) => {
      const text = typed.value(`variables[${name}]`) ?? "";
      return text === "" ? [] : [[name, variableOf(text, type)]];
    }),
  );
}

function variableOf(text: string, type: string): unknown {
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (type === "number" || type === "integer")
    return /^-?\d{1,15}(?:[.,]\d{1,10})?$/.test(text) ? Number(text.replace(",", ".")) : text;
  if (type !== "array" && type !== "object") return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
