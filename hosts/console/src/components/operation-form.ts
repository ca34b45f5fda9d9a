import type { Language } from "@cartulary/http/pages";
import { camelName, type Operation, wireShape } from "@cartulary/wire";
import { bodyFrom, type Typed } from "../frame/form-input.ts";
import type { Visit } from "../frame/visit.ts";
import type { Field, Option } from "./form.ts";

type Schema = NonNullable<Operation["body"]>;

/** Names and choices of the fields of an operation's body, for people. */
export interface FieldTexts {
  /** Returns the label of a field by its name in memory. */
  readonly label: (name: string) => string;
  /** Returns the text of a value of an enumeration. */
  readonly choice: (value: string) => string;
}

/** A form made from the body of an operation. */
export interface OperationForm {
  readonly body: Schema;
  /** The wrapper of its names, in brackets. */
  readonly wrapper?: string;
  /** The fields to show, in order, by wire name; all that a person can type by default. */
  readonly names?: readonly string[];
  /** Choices of fields that name another record, by wire name. */
  readonly pickers?: Readonly<Record<string, readonly Option[]>>;
  /** The present record, by names in memory. */
  readonly present?: Readonly<Record<string, unknown>>;
  /** Names of the present record where the body has another. */
  readonly presentNames?: Readonly<Record<string, string>>;
  readonly texts: FieldTexts;
}

/** Returns the fields of a form by the schema of a body: choices become selects, days date fields, yes or no a select. */
export function fieldsOf(visit: Visit, { body, wrapper, pickers = {}, ...form }: OperationForm): readonly Field[] {
  const shape = wireShape(body);
  const names = form.names ?? Object.keys(shape).filter((name) => isTypable(shape[name], name in pickers));
  return names.map((name) => {
    const schema = shape[name];
    const inMemory = camelName(name);
    const options = pickers[name] ?? optionsOf(visit, schema, form.texts);
    const value = written(schema, form.present?.[form.presentNames?.[name] ?? inMemory]);
    const isRequired = schema !== undefined && !schema.safeParse(undefined).success && !isNullable(schema);
    return {
      name: wrapper === undefined ? name : `${wrapper}[${name}]`,
      label: form.texts.label(inMemory),
      ...kindOf(schema, options),
      value,
      ...(options && { options: isRequired && value !== null ? options : [{ value: "", text: "–" }, ...options] }),
      ...(isRequired && { isRequired }),
    };
  });
}

/** Reads the body of an operation from a form; decimals may have a comma. See `bodyFrom`. */
export function typedBody(
  form: Pick<OperationForm, "body" | "wrapper">,
  typed: Typed,
  options: { readonly omitEmpty?: boolean } = {},
): Readonly<Record<string, unknown>> {
  const shape = wireShape(form.body);
  const read = bodyFrom(form as Operation, typed, options);
  return Object.fromEntries(Object.entries(read).map(([name, value]) => [name, numberIn(shape[name], value)]));
}

function numberIn(schema: Schema | undefined, value: unknown): unknown {
  if (!schema || typeof value !== "string" || !/^-?\d{1,15}(?:[.,]\d{1,4})?$/.test(value)) return value;
  const number = Number(value.replace(",", "."));
  return !schema.safeParse(value).success && schema.safeParse(number).success ? number : value;
}

interface Definition {
  readonly type: string;
  readonly format?: string;
  readonly innerType?: Schema;
  readonly entries?: Readonly<Record<string, string>>;
}

function definitionOf(schema: Schema | undefined): Definition {
  const def = (schema?.def ?? { type: "unknown" }) as unknown as Definition;
  return def.innerType ? definitionOf(def.innerType) : def;
}

const isNullable = (schema: Schema): boolean => schema.safeParse(null).success;

const isDecimal = (schema: Schema | undefined): boolean =>
  definitionOf(schema).type === "pipe" && (schema?.safeParse(1).success ?? false);

/** Lists and objects are typed elsewhere, identifiers only where there is a choice. */
function isTypable(schema: Schema | undefined, hasPicker: boolean): boolean {
  const { type, format } = definitionOf(schema);
  if (hasPicker) return true;
  return format !== "guid" && (["string", "number", "boolean", "enum"].includes(type) || isDecimal(schema));
}

function kindOf(schema: Schema | undefined, options: readonly Option[] | undefined): Pick<Field, "kind"> {
  const { type, format } = definitionOf(schema);
  if (options) return { kind: "select" };
  if (type === "number") return { kind: "number" };
  return format === "date" ? { kind: "date" } : {};
}

function optionsOf(
  { texts: { yes, no } }: { readonly texts: Visit["texts"]; readonly language: Language },
  schema: Schema | undefined,
  { choice }: FieldTexts,
): readonly Option[] | undefined {
  const { type, entries } = definitionOf(schema);
  if (type === "boolean") {
    return [
      { value: "true", text: yes },
      { value: "false", text: no },
    ];
  }
  return type === "enum" ? Object.values(entries ?? {}).map((value) => ({ value, text: choice(value) })) : undefined;
}

const TEN_THOUSAND = 10_000;

/** Returns a value in memory as a form shows it; decimals are ten-thousandths there. */
function written(schema: Schema | undefined, value: unknown): string | null {
  if (value === undefined || value === null || typeof value === "object") return null;
  return isDecimal(schema) && typeof value === "number" ? String(value / TEN_THOUSAND) : String(value);
}
