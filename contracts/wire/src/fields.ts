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
import { boundedArray, opaqueRecord } from "./bounded.ts";
import { centsOf, decimalOf } from "./decimal.ts";
import { FILTER_VALUE_MAX } from "./filters.ts";

/**
 * What fields are made of. These check shape only: types, UUIDs, enumerations. Lengths, blanks, colours and the limits
 * of free-form objects are values, which the core checks, all at once (architecture, ruling 9).
 */

/** Text of any length. */
export function text(): z.ZodString {
  return z.string();
}

/** What somebody searches for, held to what the value of a filter may be. */
export function searched(): z.ZodString {
  return z.string().refine((words) => !words.includes("\u0000") && [...words].length <= FILTER_VALUE_MAX);
}

/** An identifier; lower case once read, whatever case was sent. */
export function uuid<Noun extends string>(): z.ZodType<Id<Noun>, Id<Noun>> {
  return z.guid().toLowerCase() as unknown as z.ZodType<Id<Noun>, Id<Noun>>;
}

/** A moment, ISO 8601 in UTC with milliseconds. */
export function instant(): z.ZodType<Instant, Instant> {
  return z.iso.datetime() as unknown as z.ZodType<Instant, Instant>;
}

/** A civil day, `YYYY-MM-DD`. */
export function day(): z.ZodType<Day, Day> {
  return z.iso.date() as unknown as z.ZodType<Day, Day>;
}

/** A civil month, `YYYY-MM`. */
export function month(): z.ZodType<Month, Month> {
  return z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/) as unknown as z.ZodType<Month, Month>;
}

/** Cents on our side, on the wire a decimal with two places in a string: no reader makes a binary fraction of it. */
export function amount(): z.ZodType<Cents, string> {
  return z.codec(z.string().regex(/^-?\d+\.\d{2}$/), z.int(), {
    decode: (decimal) => centsOf(decimal) ?? Number.NaN,
    encode: decimalOf,
  }) as unknown as z.ZodType<Cents, string>;
}

/** An amount on our side; on the wire with its currency, and as the French write it (rental.md §4). */
export function money(): z.ZodType<Cents, MoneyBody> {
  return z.codec(moneyBody, z.int(), {
    decode: ({ cents }) => cents,
    encode: (cents) => ({ cents, currency: "EUR", formatted: EUROS.format(decimalOf(cents) as `${number}`) }),
  }) as unknown as z.ZodType<Cents, MoneyBody>;
}

/** Money as the rental product answers it. */
export interface MoneyBody {
  readonly cents: number;
  readonly currency: string;
  /** French, a narrow no-break space between thousands. */
  readonly formatted: string;
}

const moneyBody = z.object({ cents: z.int(), currency: z.string(), formatted: z.string() });

const EUROS = new Intl.NumberFormat("fr-FR", { style: "currency", currency: "EUR" });

/** Ten-thousandths on our side, on the wire a number; with more than four decimals it is invalid. */
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

/** Millionths on our side, on the wire a number: a ratio with six decimals. */
export function ratio(): z.ZodType<number, number> {
  return z.codec(z.number(), z.int(), {
    decode: (number) => Math.round(number * 1_000_000),
    encode: (millionths) => millionths / 1_000_000,
  });
}

/** A number without fraction. */
export function integer(): z.ZodInt {
  return z.int();
}

/** A whole number of cents. */
export function cents(): z.ZodType<Cents, number> {
  return z.int() as unknown as z.ZodType<Cents, number>;
}

/** `true` or `false`. */
export function flag(): z.ZodBoolean {
  return z.boolean();
}

const TRUE: readonly string[] = ["true", "1", "t"];

/** `true` or `false` as a query writes it: also 1 and 0, t and f (documents.md 2.2). */
export function queryFlag(): z.ZodType<boolean, string> {
  return z.codec(z.enum(["true", "false", "1", "0", "t", "f"]), z.boolean(), {
    decode: (word) => TRUE.includes(word),
    encode: (is) => (is ? "true" : "false"),
  }) as unknown as z.ZodType<boolean, string>;
}

/** A number of things as a query writes it. */
export function queryCount(): z.ZodType<number, string> {
  return z.codec(z.string().regex(/^\d{1,15}$/), z.int(), {
    decode: Number,
    encode: String,
  }) as unknown as z.ZodType<number, string>;
}

/** What a person may be. */
export function role(): z.ZodType<Role, Role> {
  return z.enum(ROLES);
}

/** An object whose keys belong to whoever sent it: they are neither renamed nor dropped, at any depth. */
export function freeForm(): z.ZodType<JsonObject, JsonObject> {
  return opaqueRecord();
}

/** Elements in order. Of a list that has many faults only the first are found. */
export function listOf<Output, Input>(
  element: z.ZodType<Output, Input>,
): z.ZodType<readonly Output[], readonly Input[]> {
  return boundedArray(element) as unknown as z.ZodType<readonly Output[], readonly Input[]>;
}
