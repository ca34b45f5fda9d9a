import {
  type Day,
  type Decimal,
  decimalText,
  type Id,
  type Instant,
  type JsonObject,
  type Month,
  parseDecimal,
  ROLES,
  type Role,
} from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import { z } from "zod";
import { boundedArray, opaqueRecord } from "./bounded-schemas.ts";
import { centsOf, decimalOf } from "./decimal.ts";
import { FILTER_VALUE_MAX } from "./filters.ts";

/**
 * Schemas of fields. They check shape only: types, UUIDs, enumerations. The core checks values (lengths, blanks,
 * colours, limits of free-form objects) and reports all errors together (architecture, ruling 9).
 */

export function text(): z.ZodString {
  return z.string();
}

/** A search text with the limits of a filter value. */
export function searchText(): z.ZodString {
  return z.string().refine((words) => !words.includes("\u0000") && [...words].length <= FILTER_VALUE_MAX);
}

/** An id of any case; lower case once decoded. */
export function uuid<Noun extends string>(): z.ZodType<Id<Noun>, Id<Noun>> {
  return z.guid().toLowerCase() as unknown as z.ZodType<Id<Noun>, Id<Noun>>;
}

/** A timestamp, ISO 8601 in UTC with milliseconds. */
export function instant(): z.ZodType<Instant, Instant> {
  return z.iso.datetime() as unknown as z.ZodType<Instant, Instant>;
}

/** A timestamp in a body, ISO 8601 in UTC or with an offset; in UTC with milliseconds once decoded. */
export function moment(): z.ZodType<Instant, string> {
  return z.codec(z.iso.datetime({ offset: true }), z.iso.datetime(), {
    decode: (written) => new Date(written).toISOString(),
    encode: (at) => at,
  }) as unknown as z.ZodType<Instant, string>;
}

/** A calendar day, `YYYY-MM-DD`. */
export function day(): z.ZodType<Day, Day> {
  return z.iso.date() as unknown as z.ZodType<Day, Day>;
}

/** A calendar month, `YYYY-MM`. */
export function month(): z.ZodType<Month, Month> {
  return z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/) as unknown as z.ZodType<Month, Month>;
}

/** Cents in memory; on the wire a decimal string with two places, which no reader turns into a float. */
export function amount(): z.ZodType<Cents, string> {
  return z.codec(z.string().regex(/^-?\d+\.\d{2}$/), z.int(), {
    decode: (decimal) => centsOf(decimal) ?? Number.NaN,
    encode: decimalOf,
  }) as unknown as z.ZodType<Cents, string>;
}

/** Cents in memory; on the wire with currency and in French format (rental.md §4). */
export function money(): z.ZodType<Cents, MoneyBody> {
  return z.codec(moneyBody, z.int(), {
    decode: ({ cents }) => cents,
    encode: (cents) => ({ cents, currency: "EUR", formatted: EUROS.format(decimalOf(cents) as `${number}`) }),
  }) as unknown as z.ZodType<Cents, MoneyBody>;
}

/** The wire form of money in the rental product. */
export interface MoneyBody {
  readonly cents: number;
  readonly currency: string;
  /** French, with narrow no-break spaces between thousands. */
  readonly formatted: string;
}

const moneyBody = z.object({ cents: z.int(), currency: z.string(), formatted: z.string() });

const EUROS = new Intl.NumberFormat("fr-FR", { style: "currency", currency: "EUR" });

/** Ten-thousandths in memory; on the wire a number with at most four decimals. */
export function decimal(): z.ZodType<Decimal, number> {
  return z.codec(
    z.number().refine((number) => parseDecimal(String(number)) !== null),
    z.int(),
    {
      decode: (number) => parseDecimal(String(number)) ?? Number.NaN,
      encode: (decimal) => Number(decimalText(decimal as Decimal)),
    },
  ) as unknown as z.ZodType<Decimal, number>;
}

/** Millionths in memory; on the wire a number with six decimals. */
export function ratio(): z.ZodType<number, number> {
  return z.codec(z.number(), z.int(), {
    decode: (number) => Math.round(number * 1_000_000),
    encode: (millionths) => millionths / 1_000_000,
  });
}

export function integer(): z.ZodInt {
  return z.int();
}

export function cents(): z.ZodType<Cents, number> {
  return z.int() as unknown as z.ZodType<Cents, number>;
}

export function flag(): z.ZodBoolean {
  return z.boolean();
}

const TRUE: readonly string[] = ["true", "1", "t"];

/** A boolean in a query: `true`, `false`, 1, 0, t or f (documents.md 2.2). */
export function queryFlag(): z.ZodType<boolean, string> {
  return z.codec(z.enum(["true", "false", "1", "0", "t", "f"]), z.boolean(), {
    decode: (word) => TRUE.includes(word),
    encode: (is) => (is ? "true" : "false"),
  }) as unknown as z.ZodType<boolean, string>;
}

/** A count in a query. */
export function queryCount(): z.ZodType<number, string> {
  return z.codec(z.string().regex(/^\d{1,15}$/), z.int(), {
    decode: Number,
    encode: String,
  }) as unknown as z.ZodType<number, string>;
}

/** A civil year in a query, from 1900 to 9999. */
export function queryYear(): z.ZodType<number, string> {
  return z.codec(z.string().regex(/^(19|[2-9][0-9])[0-9]{2}$/), z.int(), {
    decode: Number,
    encode: String,
  }) as unknown as z.ZodType<number, string>;
}

export function role(): z.ZodType<Role, Role> {
  return z.enum(ROLES);
}

/** An object with the client's own keys, which are neither renamed nor dropped at any depth. */
export function freeForm(): z.ZodType<JsonObject, JsonObject> {
  return opaqueRecord();
}

/** A list; parsing stops after the first errors of a long invalid list. */
export function listOf<Output, Input>(
  element: z.ZodType<Output, Input>,
): z.ZodType<readonly Output[], readonly Input[]> {
  return boundedArray(element) as unknown as z.ZodType<readonly Output[], readonly Input[]>;
}
