import { type JsonObject, utf8Length } from "@cartulary/kernel";
import { declaredVariables, effectiveVariables, own } from "../records/variables.ts";
import type { PrintedDocument } from "./composition.ts";
import { escapedValue, literalBytes } from "./typst-text.ts";

/** `{{ name }}`, with blanks around the name and dots for what is inside an object (composition.md 1). */
const PLACEHOLDER = /\{\{[ \t]*([\p{L}_][\p{L}\p{N}_-]{0,99}(?:\.[\p{L}\p{N}_][\p{L}\p{N}_-]{0,99}){0,9})[ \t]*\}\}/gu;

/** How many names without a value are told: a long source may ask for a million. */
const UNKNOWN_NAMES_MAX = 1_000;

/** What placeholders print. */
export interface PlaceholderValues {
  readonly variables: JsonObject;
  /** Names that may be without a value. */
  readonly declared: readonly string[];
}

/** Fills placeholders with values, and remembers the names that nobody knows. Each value is written once, however often it is printed. */
export interface Filling {
  /** What is printed for a name; nothing where it is declared and not given. */
  printedValue(name: string): string;
  /** The same in the midst of a source of Typst. */
  escapedValue(name: string): string;
  /** How long a value is in each form, in UTF-8 bytes. A name that nobody knows is as long as nothing, and not remembered. */
  bytesOf(name: string): ValueBytes;
  /** Every placeholder of `text` replaced by its value as it is. A value is never looked at again. */
  fill(text: string): string;
  /** Names that were asked for and are neither given nor declared, each once, in the order in which they came; the first thousand. */
  readonly unknown: ReadonlySet<string>;
}

/** UTF-8 bytes of a value, escaped in a source and inside a literal. */
export interface ValueBytes {
  readonly escaped: number;
  readonly literal: number;
}

/** A value in the forms that were asked for. */
interface WrittenValue {
  readonly printed: string;
  escaped?: string;
  bytes?: ValueBytes;
}

const NO_BYTES: ValueBytes = { escaped: 0, literal: 0 };

/** The values of a document: what was given, and the defaults of its schema. */
export function placeholderValues({
  variables,
  variablesSchema,
}: Pick<PrintedDocument, "variables" | "variablesSchema">): PlaceholderValues {
  return {
    variables: effectiveVariables(variables, variablesSchema),
    declared: [...declaredVariables(variablesSchema).properties.keys()],
  };
}

/** The filling of one compilation. */
export function createFilling(values: PlaceholderValues): Filling {
  const { variables } = values;
  const declared = new Set(values.declared);
  const unknown = new Set<string>();
  // Of names that have a value only, of which there are no more than values: a source may ask for a million others.
  const written = new Map<string, WrittenValue>();

  function writtenValue(name: string): WrittenValue | null {
    const known = written.get(name);
    if (known) return known;
    const value = valueAt(variables, name);
    if (value === undefined) return null;
    // Null inside of what was given is nothing to print, and no name that nobody knows.
    const text = value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
    const made = { printed: text };
    written.set(name, made);
    return made;
  }

  /** The value of a name that is printed: one that nobody knows is remembered. */
  function known(name: string): WrittenValue | null {
    const value = writtenValue(name);
    if (value || declared.has(name) || declared.has(rootOf(name))) return value;
    if (unknown.size < UNKNOWN_NAMES_MAX) unknown.add(name);
    return null;
  }

  function escapedOf(value: WrittenValue): string {
    value.escaped ??= escapedValue(value.printed);
    return value.escaped;
  }

  const printedValue = (name: string): string => known(name)?.printed ?? "";
  return {
    unknown,
    printedValue,
    escapedValue(name) {
      const value = known(name);
      return value ? escapedOf(value) : "";
    },
    bytesOf(name) {
      const value = writtenValue(name);
      if (!value) return NO_BYTES;
      value.bytes ??= { escaped: utf8Length(escapedOf(value)), literal: literalBytes(value.printed) };
      return value.bytes;
    },
    fill: (text) => text.replace(PLACEHOLDER, (_, name: string) => printedValue(name)),
  };
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
