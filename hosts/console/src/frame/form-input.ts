import type { ErrorResponse, Language } from "@cartulary/http/pages";
import { type FormField, formFieldOf, type Operation, readForm, wireShape } from "@cartulary/wire";

/** An error of a form: of a field of the API by its wire name, or of the whole if `field` is null. */
export interface Problem {
  readonly field: string | null;
  readonly message: string;
}

/** A form as it was sent, or an empty one. */
export interface Typed {
  readonly fields: readonly FormField[];
  readonly problems: readonly Problem[];
  /** The details of the refusal, whose names are the API's; `null` before the form is sent. */
  readonly details: unknown;
  /** Returns the last value of a field; `undefined` if it was not sent. */
  value(name: string): string | undefined;
  /** Returns all values of a field. */
  values(name: string): readonly string[];
}

/** Creates a {@link Typed} of sent fields. */
export function typedOf(
  fields: readonly FormField[],
  problems: readonly Problem[] = [],
  details: unknown = null,
): Typed {
  const values = (name: string) => fields.filter((field) => field.name === name).map(({ value }) => value);
  return { fields, problems, details, values, value: (name) => values(name).at(-1) };
}

/** A form before it is sent. */
export const UNTYPED: Typed = typedOf([]);

const CENTS_FIELD = /(?:^|_|\[)cents\]?$/;

/** True for a field whose value is an amount in cents, as the API has it. */
export const isCentsField = (name: string): boolean => CENTS_FIELD.test(name);

/**
 * Returns the fields with amounts in cents where they were typed in euros: with decimals, as in `850,00`, or with the sign
 * of the currency. A whole number, which browsers refuse by {@link AMOUNT_PATTERN}, is in cents as in the API.
 */
export function withCents(fields: readonly FormField[]): readonly FormField[] {
  return fields.map((field) => (isCentsField(field.name) ? { ...field, value: centsOf(field.value) } : field));
}

/** What a person may type as an amount: with decimals or the sign of the currency, so that 850 is never €8.50. */
export const AMOUNT_PATTERN = String.raw`\s*[\-−]?\d[\d\s]*(?:[.,]\d{1,2}(?:\s*€)?|\s*€)\s*`;

/** Returns an amount in cents as a person types it in euros; another text as it is. */
export function typedAmount(language: Language, cents: string): string {
  const [, sign = "", digits] = /^(-?)(\d+)$/.exec(cents) ?? [];
  if (digits === undefined) return cents;
  const padded = digits.padStart(3, "0");
  return `${sign}${padded.slice(0, -2)}${language === "fr" ? "," : "."}${padded.slice(-2)}`;
}

const AMOUNT = /^([-−]?)(\d[\d\s]*)(?:[.,](\d{1,2}))?(\s*€)?$/;

function centsOf(text: string): string {
  const [, sign = "", whole = "", fraction, unit] = AMOUNT.exec(text.trim()) ?? [];
  if (whole === "" || (fraction === undefined && unit === undefined)) return text;
  const digits = (whole.replace(/\s/g, "") + (fraction ?? "").padEnd(2, "0")).replace(/^0+(?=\d)/, "");
  return sign === "" || digits === "0" ? digits : `-${digits}`;
}

/**
 * Reads the JSON body of an operation from the fields of a form, whose names are those of the API; below a wrapper they are
 * in brackets (`lease[start_date]`). An empty field is null if the API allows that, and otherwise left out unless it is a
 * text, so that the API refuses it by name. `omitEmpty` leaves out those that would be null, for creations. A list in one
 * field has commas between its elements.
 */
export function bodyFrom(
  { body: schema, wrapper }: Operation,
  { fields }: Typed,
  { omitEmpty = false }: { readonly omitEmpty?: boolean } = {},
): Readonly<Record<string, unknown>> {
  if (!schema) return {};
  const shape = wireShape(schema);
  const own = fields
    .flatMap(({ name, value }) => {
      const short = wrapper === undefined ? name : unwrappedName(name, wrapper);
      return short === null ? [] : [{ name: short, value: value.replaceAll("\r\n", "\n") }];
    })
    .filter(({ name }) => Object.hasOwn(shape, formFieldOf(name)));
  const accepts = (name: string, value: unknown) => shape[name]?.safeParse(value).success ?? false;
  return Object.fromEntries(
    Object.entries(readForm(schema, own)).flatMap(([name, value]) => {
      if (!isEmpty(value)) return [[name, withElements(value)]];
      if (accepts(name, null)) return omitEmpty ? [] : [[name, null]];
      return accepts(name, "") ? [[name, ""]] : [];
    }),
  );
}

const isEmpty = (value: unknown): boolean => value === "" || value === null;

const withElements = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 && typeof value[0] === "string" ? elementsOf(value[0]) : value;

const elementsOf = (text: string): readonly string[] =>
  text
    .split(",")
    .map((element) => element.trim())
    .filter((element) => element !== "");

/** Returns `start_date` for `lease[start_date]`; `null` for a name outside the wrapper. */
function unwrappedName(name: string, wrapper: string): string | null {
  const [, outer, inner = "", rest = ""] = /^([^[\]]+)\[([^[\]]+)\](.*)$/s.exec(name) ?? [];
  return outer === wrapper ? inner + rest : null;
}

/** Returns the errors of a refusal in the reader's language. */
export function problemsOf(
  { code, details }: ErrorResponse,
  texts: {
    readonly byField: Readonly<Record<string, string>>;
    readonly byCode: Readonly<Record<string, string>>;
    readonly other: (code: string) => string;
  },
): readonly Problem[] {
  if (Array.isArray(details) && details.length > 0) {
    return (details as readonly { readonly field: string; readonly code: string }[]).map((detail) => ({
      field: detail.field,
      message: texts.byField[detail.code] ?? texts.other(detail.code),
    }));
  }
  return [{ field: null, message: texts.byCode[code] ?? texts.other(code) }];
}
