import { indexValueListing, indexValueRecord } from "@cartulary/rental/property";
import { listOf } from "../../fields.ts";
import { operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord, record } from "../../record.ts";
import { answerShape, creationShape } from "../../record-shapes.ts";

const { id: _, createdAt: __, updatedAt: ___, ...value } = answerShape(indexValueRecord);

/** The value of an index in a quarter. */
export const IndexValueRecord = camelRecord("IndexValue", value);

const IndexValuesInput = record("IndexValuesInput", {
  indexValues: listOf(record("IndexValueInput", creationShape(indexValueRecord))),
});

const INDEX_VALUES = { path: `${RENTAL_BASE}/index_values`, tag: "extensions" } as const;

/** The indices that rents follow: the same for every mandataire. */
export const indexValueOperations = operations({
  listIndexValues: {
    ...INDEX_VALUES,
    method: "get",
    summary: "List the values of rent indices",
    scope: "read",
    list: indexValueListing,
    replies: { 200: listOf(IndexValueRecord) },
  },
  saveIndexValues: {
    ...INDEX_VALUES,
    method: "post",
    summary: "Store index values, replacing those of the same quarters",
    scope: "admin",
    role: "admin",
    body: IndexValuesInput,
    replies: { 200: listOf(IndexValueRecord) },
  },
});
