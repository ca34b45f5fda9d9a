import {
  type Day,
  type Decimal,
  type FieldError,
  type Id,
  type Instant,
  type Listing,
  type NewId,
  parseQuarter,
  presentErrors,
  type Quarter,
} from "@cartulary/kernel";
import { ledgerLists } from "@cartulary/ledger";
import { ELEMENTS_MAX } from "../estate/elements.ts";
import { aDay, decimalOf, type FieldRule, fault } from "../estate/fields.ts";

/** The indices that rents follow, as INSEE publishes them each quarter. */
export const INDEX_CODES = ["IRL", "ILC", "ILAT", "ICC"] as const;
/** One of {@link INDEX_CODES}. */
export type IndexCode = (typeof INDEX_CODES)[number];

/** What an index was in a quarter. The same for every mandataire. */
export interface IndexValue {
  readonly id: Id<"IndexValue">;
  readonly indexCode: IndexCode;
  readonly period: Quarter;
  readonly value: Decimal;
  /** Before that day nobody could know it. */
  readonly publishedOn: Day;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

const fields = {
  id: "uuid",
  indexCode: "keyword",
  period: "keyword",
  value: "decimal",
  publishedOn: "date",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

/** A field that {@link indexValueListing} knows. */
export type IndexValueField = keyof typeof fields;

/** What lists of values may be filtered and sorted by. */
export const indexValueListing: Listing<IndexValueField> = {
  dialect: ledgerLists,
  fields,
  sorts: Object.keys(fields) as IndexValueField[],
  sort: "createdAt",
  search: ["indexCode", "period"],
};

/** A value to be kept, its period not judged yet. */
export interface IndexValueInput {
  readonly indexCode: IndexCode;
  readonly period: string;
  readonly value: Decimal;
  readonly publishedOn: Day;
}

/** A hundred times what any index has been since 1953. */
const VALUE_MAX = 10_000_000_000;
/** Ten-thousandths in a whole one: the ICC is published without decimals, the others with two. */
const WHOLE = 10_000;

/** What is wrong with values that are sent together; a quarter of an index stands once among them. */
export function indexValueErrors(sent: readonly IndexValueInput[]): readonly FieldError[] {
  if (sent.length > ELEMENTS_MAX) return [fault("indexValues", "too_long", `has more than ${ELEMENTS_MAX} elements`)];
  const met = new Set<string>();
  return sent.flatMap((input, index) => {
    const at = `indexValues[${index}]`;
    const key = keyOf(input);
    const isTwice = met.has(key);
    met.add(key);
    return presentErrors(
      aPeriod.errorOf(`${at}.period`, input.period),
      isTwice ? fault(`${at}.period`, "taken", "stands twice") : null,
      (input.indexCode === "ICC" ? aWholeValue : aValue).errorOf(`${at}.value`, input.value),
      aDay.errorOf(`${at}.publishedOn`, input.publishedOn),
    );
  });
}

const aPeriod: FieldRule<string> = {
  errorOf: (field, value) =>
    value.length === 7 && parseQuarter(value) !== null ? null : fault(field, "invalid", "is not a quarter: 2026-Q2"),
  kept: (value) => value,
};

const aValue = decimalOf(2, 1, VALUE_MAX);

const aWholeValue: FieldRule<Decimal> = {
  ...aValue,
  errorOf: (field, value) =>
    value % WHOLE === 0 ? aValue.errorOf(field, value) : fault(field, "invalid", "has decimals, and an ICC has none"),
};

/** The values that inputs without errors make, in the order of their index and quarter. */
export function indexValuesOf(
  sent: readonly IndexValueInput[],
  { newId, now }: { readonly newId: NewId; readonly now: Instant },
): readonly IndexValue[] {
  return sent
    .map((input): IndexValue => {
      const period = input.period as Quarter;
      return { ...input, id: newId<"IndexValue">(), period, createdAt: now, updatedAt: now };
    })
    .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** What tells one value from all others. */
export function keyOf({ indexCode, period }: Pick<IndexValueInput, "indexCode" | "period">): string {
  return `${indexCode} ${period}`;
}
