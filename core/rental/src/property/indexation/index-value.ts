import {
  anyValueRule,
  type CreationOf,
  choice,
  type Decimal,
  day,
  decimal,
  type FieldError,
  type FieldRule,
  type FilterOf,
  field,
  type Instant,
  id,
  type Listing,
  listingOf,
  type NewId,
  parseQuarter,
  type Quarter,
  type RecordOf,
  record,
  withoutNulls,
} from "@cartulary/kernel";
import { LEDGER_LIST_DIALECT } from "@cartulary/ledger";
import { fieldError, timestamps } from "../../agency/field-rules.ts";
import { ELEMENTS_MAX } from "../estate/array-elements.ts";

/** INSEE's quarterly indices that rents follow. */
export const INDEX_CODES = ["IRL", "ILC", "ILAT", "ICC"] as const;
export type IndexCode = (typeof INDEX_CODES)[number];

/** Ten-thousandths; a hundred times the highest index value since 1953. */
const VALUE_MAX = 10_000_000_000;

/** The declaration of the value of an index in a quarter, which is the same for every mandataire. */
export const indexValueRecord = record("index value", {
  id: id("IndexValue", { set: "program", filter: true, description: "Identifier of the value" }),
  indexCode: choice(INDEX_CODES, { filter: true, description: "Index that INSEE publishes" }),
  period: field("keyword", anyValueRule<Quarter>(), { filter: true, description: "Quarter of the value, as 2026-Q2" }),
  value: decimal({
    places: 2,
    min: 1,
    max: VALUE_MAX,
    filter: true,
    description: "Value of the index, with two decimals; the ICC has none",
  }),
  publishedOn: day({ filter: true, description: "Day from which the value was known" }),
  ...timestamps,
});

/** The value of an index in a quarter. */
export type IndexValue = RecordOf<typeof indexValueRecord>;

export type IndexValueField = FilterOf<typeof indexValueRecord>;

/** The filters and sorts of lists of values. */
export const indexValueListing: Listing<IndexValueField> = listingOf(indexValueRecord, LEDGER_LIST_DIALECT, {
  sort: "createdAt",
  search: ["indexCode", "period"],
});

/** A value in inputs, whose period is not checked yet. */
export interface IndexValueInput extends Omit<CreationOf<typeof indexValueRecord>, "period"> {
  readonly period: string;
}

/** Ten-thousandths per unit: the ICC is published without decimals, the others with two. */
const WHOLE = 10_000;

/** Returns the errors of a batch. A quarter of an index may occur once. */
export function indexValueErrors(sent: readonly IndexValueInput[]): readonly FieldError[] {
  if (sent.length > ELEMENTS_MAX)
    return [fieldError("indexValues", "too_long", `has more than ${ELEMENTS_MAX} elements`)];
  const usedKeys = new Set<string>();
  return sent.flatMap((input, index) => {
    const at = `indexValues[${index}]`;
    const key = keyOf(input);
    const isDuplicate = usedKeys.has(key);
    usedKeys.add(key);
    return withoutNulls(
      periodRule.errorOf(`${at}.period`, input.period),
      isDuplicate ? fieldError(`${at}.period`, "taken", "is a duplicate") : null,
      (input.indexCode === "ICC" ? wholeValueRule : valueRule).errorOf(`${at}.value`, input.value),
      indexValueRecord.fields.publishedOn.rule.errorOf(`${at}.publishedOn`, input.publishedOn),
    );
  });
}

const periodRule: FieldRule<string> = {
  bounds: { pattern: "^[0-9]{4}-Q[1-4]$" },
  errorOf: (field, value) =>
    value.length === 7 && parseQuarter(value) !== null
      ? null
      : fieldError(field, "invalid", "is not a quarter such as 2026-Q2"),
  normalize: (value) => value,
};

const { rule: valueRule } = indexValueRecord.fields.value;

const wholeValueRule: FieldRule<Decimal> = {
  ...valueRule,
  errorOf: (field, value) =>
    value % WHOLE === 0
      ? valueRule.errorOf(field, value)
      : fieldError(field, "invalid", "must not have decimals for the ICC"),
};

/** Returns the values of a valid batch, ordered by index and quarter. */
export function newIndexValues(
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

/** Returns the key of a value: index and quarter. */
export function keyOf({ indexCode, period }: Pick<IndexValueInput, "indexCode" | "period">): string {
  return `${indexCode} ${period}`;
}
