import type { JsonObject } from "@cartulary/kernel";
import type { PlaceholderValues } from "../ports.ts";
import { own } from "../records/variables.ts";

/** `{{ name }}`, with blanks around the name and dots for what is inside an object (composition.md 1). */
const PLACEHOLDER = /\{\{[ \t]*([\p{L}_][\p{L}\p{N}_-]{0,99}(?:\.[\p{L}\p{N}_][\p{L}\p{N}_-]{0,99}){0,9})[ \t]*\}\}/gu;

/** Fills placeholders with values, and remembers the names that nobody knows. */
export interface Filling {
  /** What is printed for a name; nothing where it is declared and not given. */
  printedValue(name: string): string;
  /** Every placeholder of `text` replaced by its value as it is. A value is never looked at again. */
  fill(text: string): string;
  /** Names that were asked for and are neither given nor declared, each once, in the order in which they came. */
  readonly unknown: ReadonlySet<string>;
}

/** The filling of one compilation. */
export function createFilling(values: PlaceholderValues): Filling {
  const { variables } = values;
  const declared = new Set(values.declared);
  const unknown = new Set<string>();
  function printedValue(name: string): string {
    const value = valueAt(variables, name);
    // Null inside of what was given is nothing to print, and no name that nobody knows.
    if (value === null) return "";
    if (value !== undefined) return typeof value === "object" ? JSON.stringify(value) : String(value);
    if (!declared.has(name) && !declared.has(rootOf(name))) unknown.add(name);
    return "";
  }
  return { unknown, printedValue, fill: (text) => text.replace(PLACEHOLDER, (_, name: string) => printedValue(name)) };
}

/** Each placeholder of a text with where it stands, in UTF-16 units. */
export function* placeholdersIn(
  text: string,
): Generator<{ readonly start: number; readonly end: number; readonly name: string }> {
  for (const match of text.matchAll(PLACEHOLDER)) {
    yield { start: match.index, end: match.index + match[0].length, name: match[1] ?? "" };
  }
}

const rootOf = (name: string): string => name.slice(0, name.indexOf(".") >>> 0);

/** A variable of this very name, or what is inside one. */
function valueAt(variables: JsonObject, name: string): unknown {
  const itself = own(variables, name);
  if (itself !== undefined) return itself;
  let value: unknown = variables;
  for (const key of name.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = own(value as JsonObject, key);
  }
  return value;
}
