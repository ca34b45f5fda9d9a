export type { BatchedLetter, LetterPlace, LetterSubject, PrintedLetter } from "./batched-letter.ts";
export {
  LETTER_BATCH_STATUSES,
  LETTER_KINDS,
  LETTERS_MAX,
  type LetterBatch,
  type LetterBatchField,
  type LetterBatchId,
  type LetterBatchInput,
  type LetterBatchStatus,
  type LetterFailure,
  type LetterKind,
  letterBatchListing,
} from "./letter-batch.ts";
export { LETTER_QUEUES, letterBatchJobs } from "./letter-batch-jobs.ts";
export type { LetterBatchListener } from "./letter-batch-listener.ts";
export { createLetterBatches, type LetterBatches, type LettersDownload } from "./letter-batches.ts";
export { letterBlobHolders } from "./letter-blob-holders.ts";
export type {
  BatchedLetterStore,
  LetterBatchKey,
  LetterBatchStore,
  LetterBatchStores,
  LetterFileStore,
  LetterMerger,
  LetterSubjectSource,
  MailingStores,
} from "./ports.ts";
