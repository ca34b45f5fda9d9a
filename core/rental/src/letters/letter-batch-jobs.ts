import { type Blobs, COLLECT_NOW_JOB, type StagedBlob } from "@cartulary/blobs";
import {
  type Clock,
  DomainError,
  ELEMENTS_PER_JOB_MAX,
  type ErrorKind,
  elementsJob,
  type Id,
  type Instant,
  type JobDefinition,
  type JsonObject,
  type NewJob,
  parseId,
  type TransactFor,
  unavailable,
  unprocessable,
} from "@cartulary/kernel";
import type { OwnerStatements } from "../accounting/statements/owner-statements.ts";
import type { MandataireId } from "../agency/mandataire.ts";
import type { LetterTypesetter } from "../agency/printing/print-letter.ts";
import { type BatchedLetter, inPrintOrder, placeOf } from "./batched-letter.ts";
import {
  isAllDone,
  isUnfinished,
  type LetterBatch,
  withFailed,
  withMergedPdf,
  withoutPdf,
  withPrinted,
  withStart,
} from "./letter-batch.ts";
import { letterOf } from "./letter-of.ts";
import type { LetterBatchKey, LetterMerger, MailingStores } from "./ports.ts";

const PRINT_LETTERS = "rental/print_letters";

/** The queues of {@link letterBatchJobs}. */
export const LETTER_QUEUES: readonly string[] = [PRINT_LETTERS];

/** Position of the merged PDF among the files of a batch. */
const MERGED = 0;

/** Returns the job that prints the next letters of a batch, for its mandataire. At most one job per batch waits. */
export function batchJob({ mandataireId, id }: LetterBatchKey): NewJob {
  return { queue: PRINT_LETTERS, owner: mandataireId, payload: { mandataireId, lettersId: id }, dedupeKey: id };
}

function batchKeyIn(payload: JsonObject): LetterBatchKey {
  const [mandataireId, id] = ["mandataireId", "lettersId"].map((name) => parseId(String(payload[name])));
  if (!mandataireId || !id) throw new TypeError("A job names no letters");
  return { mandataireId: mandataireId as Id<"Mandataire">, id: id as Id<"Letters"> };
}

export interface LetterJobDependencies<Stores> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly typesetLetter: LetterTypesetter;
  readonly mergeLetters: LetterMerger;
  readonly ownerStatements: (mandataireId: MandataireId) => Pick<OwnerStatements, "letter">;
}

/** One attempt; after the last one, temporary failures become permanent. */
interface Attempt<Stores> extends LetterJobDependencies<Stores> {
  readonly isLast: boolean;
}

/**
 * The job that prints many letters and merges them.
 *
 * Each letter is printed and counted once, even with several hosts and after crashes: one transaction keeps its PDF,
 * counts it and marks it as printed. Once all are done, one transaction keeps the merged PDF, releases the single ones
 * and ends the batch.
 */
export function letterBatchJobs<Stores extends MailingStores>(
  dependencies: LetterJobDependencies<Stores>,
): readonly JobDefinition[] {
  const { transactFor, clock } = dependencies;
  return [
    elementsJob<LetterBatchKey, BatchedLetter>({
      queue: PRINT_LETTERS,
      clock,
      workIn: batchKeyIn,
      async begin(key, { isLast }) {
        const attempt = { ...dependencies, isLast };
        const begun = await transactFor(key.mandataireId).write((stores) => begin(stores, key, clock));
        if (!begun) return null;
        if (!isAllDone(begun.batch))
          return { elements: begun.letters, make: (letter) => printOne(attempt, begun.batch, letter) };
        await mergeAll(attempt, begun.batch);
        return null;
      },
      continueAt: (key, runAt) =>
        transactFor(key.mandataireId).write(async ({ letterBatches, jobs }) => {
          const batch = await letterBatches.find(key.id);
          if (batch && isUnfinished(batch)) await jobs.enqueue({ ...batchJob(key), ...(runAt && { runAt }) });
        }),
    }),
  ];
}

async function begin(
  { letterBatches, batchedLetters }: MailingStores,
  { id }: LetterBatchKey,
  clock: Clock,
): Promise<{ readonly batch: LetterBatch; readonly letters: readonly BatchedLetter[] } | null> {
  const present = await letterBatches.lock(id);
  if (!present || !isUnfinished(present)) return null;
  const batch = withStart(present, clock.now());
  if (batch !== present) await letterBatches.update(batch);
  return { batch, letters: await batchedLetters.waiting(id, ELEMENTS_PER_JOB_MAX) };
}

/** Prints a letter. Counts a permanent failure; throws a temporary one, so that the job is retried. */
async function printOne<Stores extends MailingStores>(
  attempt: Attempt<Stores>,
  batch: LetterBatch,
  letter: BatchedLetter,
): Promise<void> {
  try {
    await printAndStore(attempt, batch, letter);
  } catch (error) {
    if (!isRefusal(error) && !attempt.isLast) throw error;
    const message = isRefusal(error) ? error.message : "The letter could not be printed because of a temporary failure";
    await failOne(attempt, letter, { mandataireId: batch.mandataireId, message });
    if (!isRefusal(error)) throw error;
  }
}

async function printAndStore<Stores extends MailingStores>(
  attempt: Attempt<Stores>,
  batch: LetterBatch,
  { batchId, position, ...subject }: BatchedLetter,
): Promise<void> {
  const { transactFor, blobs, clock, typesetLetter } = attempt;
  const { mandataireId } = batch;
  const letter = await letterOf(attempt, batch, subject);
  const result = await typesetLetter(letter, { inBackground: true });
  if ("failure" in result) throw unprocessable("compilation_failed", "Typesetting failed");
  const { blob } = await blobs.stage(oneChunk(result.pdf), { checksUtf8: false });
  // Need not survive a power cut before the end of the batch, which is durable: the letter would be printed again.
  const isStored = await storedOrDiscarded(blobs, blob, () =>
    transactFor(mandataireId).claim(async (stores) => {
      const present = await stores.letterBatches.lock(batchId);
      if (!present || !isUnfinished(present)) return false;
      if (!(await stores.batchedLetters.markPrinted({ batchId, position }, placeOf(letter)))) return false;
      await attach(stores, blob);
      await stores.letterFiles.insert({ mandataireId, id: batchId }, position, blob.key);
      await stores.letterBatches.update(
        withPrinted(present, { missing: letter.missing, warning: result.warning }, clock.now()),
      );
      return true;
    }),
  );
  if (!isStored) await blobs.discard(blob);
}

async function failOne<Stores extends MailingStores>(
  { transactFor, clock }: Attempt<Stores>,
  { batchId, position, id }: BatchedLetter,
  { mandataireId, message }: { readonly mandataireId: MandataireId; readonly message: string },
): Promise<void> {
  await transactFor(mandataireId).write(async (stores) => {
    const present = await stores.letterBatches.lock(batchId);
    if (!present || !isUnfinished(present)) return;
    if (!(await stores.batchedLetters.remove({ batchId, position }))) return;
    await stores.letterBatches.update(withFailed(present, { id, message: shortened(message) }, clock.now()));
  });
}

/** Merges the printed letters in the order of the printer, and ends the batch. */
async function mergeAll<Stores extends MailingStores>(attempt: Attempt<Stores>, batch: LetterBatch): Promise<void> {
  const { transactFor, blobs, clock, mergeLetters, isLast } = attempt;
  const { mandataireId, id } = batch;
  const { printed, files } = await transactFor(mandataireId).read(async ({ batchedLetters, letterFiles }) => ({
    printed: await batchedLetters.printed(id),
    files: await letterFiles.ofLetters({ mandataireId, id }),
  }));
  if (printed.length === 0) return endWithoutPdf(attempt, batch, null);
  const sources = inPrintOrder(printed).map(({ position }) => ({
    open: () => {
      const key = files.get(position);
      if (key === undefined) throw new TypeError(`Letter ${position} of ${id} has no PDF`);
      return blobs.open(key);
    },
  }));
  try {
    const { blob } = await blobs.stage(mergeLetters(sources, mandataireId), { checksUtf8: false });
    const isStored = await storedOrDiscarded(blobs, blob, () =>
      transactFor(mandataireId).write(async (stores) => {
        const present = await stores.letterBatches.lock(id);
        if (!present || !isUnfinished(present)) return false;
        await attach(stores, blob);
        await stores.letterFiles.insert({ mandataireId, id }, MERGED, blob.key);
        await endBatch(stores, withMergedPdf(present, blob, clock.now()), clock.now());
        return true;
      }),
    );
    if (!isStored) await blobs.discard(blob);
  } catch (error) {
    if (!isRefusal(error) && !isLast) throw error;
    await endWithoutPdf(attempt, batch, isRefusal(error) ? error.message : "The letters could not be merged");
    if (!isRefusal(error)) throw error;
  }
}

async function endWithoutPdf<Stores extends MailingStores>(
  { transactFor, clock }: Attempt<Stores>,
  { mandataireId, id }: LetterBatch,
  message: string | null,
): Promise<void> {
  await transactFor(mandataireId).write(async (stores) => {
    const present = await stores.letterBatches.lock(id);
    if (!present || !isUnfinished(present)) return;
    const shown = message === null ? null : shortened(message);
    await endBatch(stores, withoutPdf(present, shown, clock.now()), clock.now());
  });
}

/** Stores an ended batch, which is locked, and releases the PDFs of its letters, which are collected at once. */
export async function endBatch(
  { letterBatches, batchedLetters, letterFiles, blobs, jobs }: MailingStores,
  batch: LetterBatch,
  now: Instant,
): Promise<void> {
  await letterBatches.update(batch);
  const files = await letterFiles.ofLetters(batch);
  await letterFiles.removeLetters(batch);
  await batchedLetters.removeAll(batch.id);
  if (files.size === 0) return;
  await blobs.release([...files.values()], now);
  await jobs.enqueue(COLLECT_NOW_JOB);
}

async function attach({ blobs }: MailingStores, blob: StagedBlob): Promise<void> {
  if (!(await blobs.attach(blob))) throw unavailable("storage_unavailable", "Printing took too long; try again", 5);
}

async function storedOrDiscarded<Result>(blobs: Blobs, blob: StagedBlob, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await blobs.discard(blob);
    throw error;
  }
}

/** Kinds of errors that another attempt cannot resolve. */
const PERMANENT: readonly ErrorKind[] = ["invalid", "forbidden", "not_found"];

const isRefusal = (error: unknown): error is DomainError =>
  error instanceof DomainError && PERMANENT.includes(error.kind);

/** Maximum length of a message, in UTF-16 units. */
const MESSAGE_LENGTH_MAX = 500;

const shortened = (message: string): string => message.toWellFormed().slice(0, MESSAGE_LENGTH_MAX).toWellFormed();

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
