import { type JsonObject, utf8Length } from "@cartulary/kernel";
import { declaredVariables, effectiveVariables, ownProperty } from "../records/variables.ts";
import type { PrintedDocument } from "./composition.ts";
import { escapeValue, literalBytes } from "./typst-text.ts";

/** `{{ name }}`, with optional blanks, and dots for members of objects (composition.md 1). */
const PLACEHOLDER = /\{\{[ \t]*([\p{L}_][\p{L}\p{N}_-]{0,99}(?:\.[\p{L}\p{N}_][\p{L}\p{N}_-]{0,99}){0,9})[ \t]*\}\}/gu;

/** Maximum number of listed unknown names. */
const UNKNOWN_NAMES_MAX = 1_000;

/** Values of placeholders. */
export interface PlaceholderValues {
  readonly variables: JsonObject;
  /** Names that may have no value. */
  readonly declared: readonly string[];
}

/** Fills placeholders and records unknown names. Converts each value once. */
export interface PlaceholderFiller {
  /** Returns the value as text; empty for a declared name without value. */
  printedValue(name: string): string;
  /** Returns the value escaped for a Typst source. */
  escapedValue(name: string): string;
  /** Returns the lengths of a value in UTF-8 bytes; 0 for unknown names, which are not recorded here. */
  bytesOf(name: string): ValueBytes;
  /** Replaces all placeholders by their values. Values are not searched for placeholders. */
  fill(text: string): string;
  /** Names without value or declaration, in order of occurrence, at most {@link UNKNOWN_NAMES_MAX}. */
  readonly unknown: ReadonlySet<string>;
}

/** UTF-8 bytes of a value, escaped in a source and inside a literal. */
export interface ValueBytes {
  readonly escaped: number;
  readonly literal: number;
}

/** Cached forms of a value. */
interface WrittenValue {
  readonly printed: string;
  escaped?: string;
  bytes?: ValueBytes;
}

const NO_BYTES: ValueBytes = { escaped: 0, literal: 0 };

/** Returns the values of a document, with the defaults of its schema. */
export function placeholderValues({
  variables,
  variablesSchema,
}: Pick<PrintedDocument, "variables" | "variablesSchema">): PlaceholderValues {
  return {
    variables: effectiveVariables(variables, variablesSchema),
    declared: [...declaredVariables(variablesSchema).properties.keys()],
  };
}

/** Creates the filler of one compilation. */
export function createPlaceholderFiller(values: PlaceholderValues): PlaceholderFiller {
  const { variables } = values;
  const declared = new Set(values.declared);
  const unknown = new Set<string>();
  // Contains only names with values, because a source may contain a million others.
  const written = new Map<string, WrittenValue>();

  function writtenValue(name: string): WrittenValue | null {
    const cached = written.get(name);
    if (cached) return cached;
    const value = valueAt(variables, name);
    if (value === undefined) return null;
    // A null member prints nothing, but is not unknown.
    const text = value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
    const result = { printed: text };
    written.set(name, result);
    return result;
  }

  /** Returns the value of a printed name, and records unknown names. */
  function knownValue(name: string): WrittenValue | null {
    const value = writtenValue(name);
    if (value || declared.has(name) || declared.has(rootOf(name))) return value;
    if (unknown.size < UNKNOWN_NAMES_MAX) unknown.add(name);
    return null;
  }

  function escapedOf(value: WrittenValue): string {
    value.escaped ??= escapeValue(value.printed);
    return value.escaped;
  }

  const printedValue = (name: string): string => knownValue(name)?.printed ?? "";
  return {
    unknown,
    printedValue,
    escapedValue(name) {
      const value = knownValue(name);
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

/** Yields the placeholders of a text with offsets in UTF-16 units. */
export function* placeholdersIn(
  text: string,
): Generator<{ readonly start: number; readonly end: number; readonly name: string }> {
  for (const match of text.matchAll(PLACEHOLDER)) {
    yield { start: match.index, end: match.index + match[0].length, name: match[1] ?? "" };
  }
}

const rootOf = (name: string): string => name.slice(0, name.indexOf(".") >>> 0);

/** Returns a variable with this exact name, or a member of an object. */
function valueAt(variables: JsonObject, name: string): unknown {
  const itself = ownProperty(variables, name);
  if (itself !== undefined) return itself;
  let value: unknown = variables;
  for (const key of name.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = ownProperty(value as JsonObject, key);
  }
  return value;
}
