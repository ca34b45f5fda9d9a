import {
  type Day,
  type Decimal,
  decimalText,
  type FieldType,
  type Instant,
  parseDecimal,
  toNfc,
} from "@cartulary/kernel";
import { centsOf, decimalOf } from "./decimal.ts";

/**
 * Parses a filter value of `type`; `null` if it is invalid. A date alone means its start, a time without offset is UTC,
 * and booleans are `1`, `t`, `true`, `0`, `f` and `false`.
 */
export function castTo(type: FieldType, value: string): string | number | boolean | null {
  return value.includes("\u0000") ? null : CASTS[type](value);
}

/** Formats a value so that {@link castTo} parses it. */
export function printFilterValue(type: FieldType, value: string | number | boolean): string {
  if (type === "decimal") return decimalText(Number(value) as Decimal);
  return type === "amount" ? decimalOf(Number(value)) : String(value);
}

const TRUTHS: Readonly<Record<string, boolean>> = {
  "1": true,
  t: true,
  true: true,
  "0": false,
  f: false,
  false: false,
};

const CASTS: Readonly<Record<FieldType, (value: string) => string | number | boolean | null>> = {
  // NFC, like stored names (documents.md 2.2).
  text: toNfc,
  passage: toNfc,
  keyword: (value) => value,
  uuid: (value) =>
    /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value) ? value.toLowerCase() : null,
  integer: (value) => (/^-?\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value)) ? Number(value) : null),
  amount: centsOf,
  decimal: parseDecimal,
  date: (value) => (/^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value) ? (value as Day) : null),
  instant: instantOf,
  boolean: (value) => (Object.hasOwn(TRUTHS, value) ? (TRUTHS[value] ?? null) : null),
  list: () => null,
  object: () => null,
};

const ISO = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)?(Z|[+-]\d{2}:\d{2})?$/;
/** The range of timestamps in both databases. */
const FIRST_INSTANT = Date.parse("0001-01-01T00:00:00Z");
const LAST_INSTANT = Date.parse("9999-12-31T23:59:59.999Z");

function instantOf(value: string): Instant | null {
  const [, day, time, offset] = ISO.exec(value) ?? [];
  if (!day || !isDay(day) || (offset && !time)) return null;
  const moment = Date.parse(`${day}${time ?? "T00:00"}${offset ?? "Z"}`);
  if (Number.isNaN(moment) || moment < FIRST_INSTANT || moment > LAST_INSTANT) return null;
  return new Date(moment).toISOString() as Instant;
}

/** False for 30 February, which `Date` would convert to March. */
function isDay(day: string): boolean {
  const moment = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(day);
}
