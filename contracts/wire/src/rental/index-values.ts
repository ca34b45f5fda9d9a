import { INDEX_CODES, indexValueListing } from "@cartulary/rental";
import { z } from "zod";
import { day, decimal, listOf, text } from "../fields.ts";
import { operations, RENTAL_BASE } from "../operation.ts";
import { camelRecord, record } from "../record.ts";

const value = {
  indexCode: z.enum(INDEX_CODES),
  /** A quarter: `2026-Q2`. */
  period: text(),
  /** Two decimals; the ICC has none. */
  value: decimal(),
  publishedOn: day(),
};

/** What an index was in a quarter. */
export const IndexValueRecord = camelRecord("IndexValue", value);

const IndexValuesInput = record("IndexValuesInput", { indexValues: listOf(record("IndexValueInput", value)) });

const INDEX_VALUES = { path: `${RENTAL_BASE}/index_values`, tag: "extensions" } as const;

/** The indices that rents follow: the same for every mandataire. */
export const indexValueOperations = operations({
  listIndexValues: {
    ...INDEX_VALUES,
    method: "get",
    summary: "The values of the indices that rents follow",
    scope: "read",
    list: indexValueListing,
    replies: { 200: listOf(IndexValueRecord) },
  },
  saveIndexValues: {
    ...INDEX_VALUES,
    method: "post",
    summary: "Keep values of indices, in place of those of the same quarters",
    scope: "admin",
    role: "admin",
    body: IndexValuesInput,
    replies: { 200: listOf(IndexValueRecord) },
  },
});
