import { LETTER_BATCH_STATUSES, LETTER_KINDS, letterBatchListing } from "@cartulary/rental/letters";
import { z } from "zod";
import { snakeObject } from "../../casing.ts";
import { day, instant, integer, listOf, text, uuid } from "../../fields.ts";
import { BYTES, operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord, record } from "../../record.ts";
import { input } from "../agency/input-fields.ts";

/** Letters of one kind that one request prints. */
export const LettersRecord = camelRecord("Letters", {
  id: uuid<"Letters">(),
  kind: z.enum(LETTER_KINDS),
  status: z.enum(LETTER_BATCH_STATUSES),
  total: integer(),
  done: integer(),
  /** The first hundred letters that could not be printed. */
  failures: listOf(camelRecord("LetterFailure", { id: uuid<string>(), message: text() })),
  /** Details that some of the printed letters lack. */
  missing: listOf(text()),
  warning: text().nullable(),
  downloadUrl: text().nullable(),
  retainUntil: day(),
  createdAt: instant(),
});

/** The letters to print: those of named records or those of a run. */
export const LettersCreation = record("LettersInput", {
  kind: z.enum(LETTER_KINDS),
  ids: input.listOf(uuid<string>()),
  billingRunId: input.id<"BillingRun">(),
  from: input.day(),
  to: input.day(),
  year: input.integer(),
});

const ALL = { path: `${RENTAL_BASE}/letters`, tag: "letters", mandataire: true } as const;
const ONE = {
  ...ALL,
  path: `${RENTAL_BASE}/letters/{id}`,
  params: snakeObject({ id: uuid<"Letters">() }),
} as const;

/** Letters that are printed as many: one PDF each, merged for the printer. */
export const letterOperations = operations({
  listLetters: {
    ...ALL,
    method: "get",
    summary: "List letters that were printed as many",
    scope: "read",
    list: letterBatchListing,
    replies: { 200: listOf(LettersRecord) },
  },
  createLetters: {
    ...ALL,
    method: "post",
    summary: "Print letters of named records or of a run in the background, merged into one PDF for the printer",
    scope: "write",
    body: LettersCreation,
    headers: ["Idempotency-Key"],
    replies: { 202: LettersRecord },
  },
  getLetters: {
    ...ONE,
    method: "get",
    summary: "Get letters and their progress",
    scope: "read",
    replies: { 200: LettersRecord },
  },
  cancelLetters: {
    ...ONE,
    path: `${RENTAL_BASE}/letters/{id}/cancel`,
    method: "post",
    summary: "Cancel letters before their end; what is printed is removed",
    scope: "write",
    replies: { 200: LettersRecord },
  },
  downloadLetters: {
    ...ONE,
    path: `${RENTAL_BASE}/letters/{id}/download`,
    method: "get",
    summary: "Download completed letters as one PDF, by postcode and name of the addressees",
    scope: "read",
    headers: ["Range", "If-Range", "If-None-Match"],
    replies: { 200: BYTES, 206: BYTES, 304: null },
  },
});
