import type { BlobKey } from "@cartulary/kernel";
import { letterBatchListing } from "@cartulary/rental/letters";
import { idOf, ROWS, someOf, textOf } from "./fixtures.ts";
import { BY_KEY, everybodys, listed, newId, required, type Works } from "./works.ts";

const mandataireId = idOf<"Mandataire">("mandataires", 0);
const batch = idOf<"Letters">("letter_batches", 7);
const run = idOf<"BillingRun">("billing_runs", 7);
/** A look-up of twenty keys. */
const TWENTY = 20 * BY_KEY;

/** The works of letters that are printed in batches. */
export const letterWorks: Works<"letterBatches" | "batchedLetters" | "letterFiles" | "letterSubjects"> = {
  letterBatches: {
    insert: [
      BY_KEY,
      async ({ letterBatches }) =>
        letterBatches.insert({ ...required(await letterBatches.find(batch)), id: newId<"Letters">() }),
    ],
    find: [BY_KEY, ({ letterBatches }) => letterBatches.find(batch)],
    lock: [BY_KEY, ({ letterBatches }) => letterBatches.lock(batch)],
    update: [BY_KEY, async ({ letterBatches }) => letterBatches.update(required(await letterBatches.find(batch)))],
    list: [
      7 * ROWS.letter_batches,
      listed(letterBatchListing, ({ letterBatches }, query) => letterBatches.list(query)),
    ],
    any: [BY_KEY, ({ letterBatches }) => letterBatches.any()],
  },
  batchedLetters: {
    insert: [
      BY_KEY,
      ({ batchedLetters }) =>
        batchedLetters.insert([{ batchId: batch, position: 99_999, id: newId<string>(), partOf: null }]),
    ],
    waiting: [BY_KEY, ({ batchedLetters }) => batchedLetters.waiting(batch, 20)],
    markPrinted: [
      BY_KEY,
      ({ batchedLetters }) =>
        batchedLetters.markPrinted({ batchId: batch, position: 1 }, { postcode: "29200", addressee: "Ada" }),
    ],
    remove: [BY_KEY, ({ batchedLetters }) => batchedLetters.remove({ batchId: batch, position: 2 })],
    printed: [BY_KEY, ({ batchedLetters }) => batchedLetters.printed(batch)],
    removeAll: [BY_KEY, ({ batchedLetters }) => batchedLetters.removeAll(batch)],
  },
  letterFiles: {
    insert: [
      BY_KEY,
      ({ letterFiles }) => letterFiles.insert({ mandataireId, id: batch }, 99_999, "blobs/new" as BlobKey),
    ],
    merged: [BY_KEY, ({ letterFiles }) => letterFiles.merged({ mandataireId, id: batch })],
    ofLetters: [BY_KEY, ({ letterFiles }) => letterFiles.ofLetters({ mandataireId, id: batch })],
    removeLetters: [BY_KEY, ({ letterFiles }) => letterFiles.removeLetters({ mandataireId, id: batch })],
    holders: [
      everybodys("letter_files"),
      ({ letterFiles }) => letterFiles.holders(textOf(1) as never, textOf(2) as never),
    ],
  },
  letterSubjects: {
    named: [
      TWENTY,
      ({ letterSubjects }) => letterSubjects.named("owner_statement", someOf("owners")),
      ({ letterSubjects }) => letterSubjects.named("revision", someOf("lease_revisions")),
      ({ letterSubjects }) => letterSubjects.named("notice", someOf("rent_calls")),
    ],
    ofRun: [
      TWENTY,
      ({ letterSubjects }) => letterSubjects.ofRun("notice", run, 20),
      ({ letterSubjects }) => letterSubjects.ofRun("receipt", run, 20),
      ({ letterSubjects }) => letterSubjects.ofRun("reminder", run, 20),
    ],
  },
};
