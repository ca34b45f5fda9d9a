import type { Blobs } from "@cartulary/blobs";
import {
  type ClassificationDependencies,
  type ClassificationReason,
  type CreatedDocument,
  classifyDocument,
  type InsertDocument,
  type NewDocument,
  type PlanCreation,
  type StagedContent,
  withStagedContent,
} from "@cartulary/documents";
import {
  type Caller,
  type Clock,
  DomainError,
  type ErrorKind,
  forbidden,
  type Job,
  type JobDefinition,
  recurringJob,
  type StopSignal,
  secondsAfter,
  type Transact,
  throwIfCancelled,
} from "@cartulary/kernel";
import type { BulkUploadStores, PdfMerger } from "../ports.ts";
import { type BulkUpload, type BulkUploadId, completeMerge, isMergeable, markFailed } from "./bulk-upload.ts";
import { endAbandoned, endBulkUpload } from "./end-bulk-upload.ts";
import { MergeError, type MergeProblem } from "./merge-error.ts";
import { bulkUploadIn, MERGE, mergeJob } from "./merge-job.ts";
import type { StagedSource } from "./staged-source.ts";

const GIVE_UP = "uploads/give_up_bulks";

/** The queues of {@link bulkUploadJobs}. */
export const BULK_UPLOAD_QUEUES: readonly string[] = [MERGE, GIVE_UP];

const HOUR_SECONDS = 3_600;
/** Number of attempts of a merge that runs out of time or memory. */
const EXHAUSTED_ATTEMPTS_MAX = 3;

export interface MergingDependencies<Stores> extends ClassificationDependencies {
  readonly transact: Transact<Stores>;
  readonly clock: Clock;
  readonly blobs: Blobs;
  readonly pdfMerger: PdfMerger;
  readonly planCreation: PlanCreation<Stores>;
  readonly insert: InsertDocument<Stores, CreatedDocument>;
}

/**
 * The jobs that merge bulk uploads and end abandoned ones.
 *
 * A merge creates exactly one document, whichever hosts attempt it and wherever they stop: the document's id is
 * reserved, and the transaction that creates it also ends the bulk upload, or does nothing if it has ended. The creator
 * of the bulk upload becomes the creator of the document; his current rights apply.
 */
export function bulkUploadJobs<Stores extends BulkUploadStores>(
  dependencies: MergingDependencies<Stores>,
): readonly JobDefinition[] {
  const { transact, clock } = dependencies;
  return [
    {
      queue: MERGE,
      async handle(job, stop) {
        const id = bulkUploadIn(job.payload);
        await merge(dependencies, id, stop).catch((error: unknown) => afterFailure(dependencies, { id, job, error }));
      },
    },
    recurringJob({
      queue: GIVE_UP,
      everySeconds: HOUR_SECONDS,
      transact,
      clock,
      work: (stop) => endAbandoned(dependencies, stop),
    }),
  ];
}

async function merge<Stores extends BulkUploadStores>(
  dependencies: MergingDependencies<Stores>,
  id: BulkUploadId,
  stop: StopSignal,
): Promise<void> {
  const { transact, blobs } = dependencies;
  const begun = await transact.read(async (stores) => {
    const bulk = await stores.bulkUploads.find(id);
    if (!bulk || !isMergeable(bulk)) return null;
    const { place } = await dependencies.planCreation(stores, await creatorOf(stores, bulk), inputOf(bulk));
    return { bulk, place, sources: await stores.stagedSources.findAll(id) };
  });
  if (!begun) return;
  const { bulk, place, sources } = begun;
  const staged = await mergedContent(dependencies, bulk, sources, stop);
  const isCreated = await withStagedContent(blobs, staged, async () => {
    const content = { ...staged, blobKey: staged.blob.key };
    const request = { onBehalfOf: bulk.userId, inBackground: true };
    const placed = { workspaceId: place.workspaceId, names: [staged.fileName], content, ...request };
    const reason = bulk.autoClassify ? await classifyDocument(transact, dependencies, placed) : null;
    return transact.write((stores) => finish(dependencies, stores, { id, staged, reason }));
  });
  if (!isCreated) await blobs.discard(staged.blob);
}

/** Creates the document and ends the bulk upload. Returns false and changes nothing when it had ended before. */
async function finish<Stores extends BulkUploadStores>(
  { clock, insert }: MergingDependencies<Stores>,
  stores: Stores,
  { id, staged, reason }: { id: BulkUploadId; staged: StagedContent; reason: ClassificationReason | null },
): Promise<boolean> {
  const bulk = await stores.bulkUploads.lock(id);
  if (!bulk || !isMergeable(bulk)) return false;
  await insert(stores, await creatorOf(stores, bulk), inputOf(bulk), staged, reason);
  await endBulkUpload(stores, completeMerge(bulk, clock.now()));
  return true;
}

/** Returns the merged content, staged and not referenced yet. */
async function mergedContent(
  { blobs, pdfMerger }: Pick<MergingDependencies<never>, "blobs" | "pdfMerger">,
  { mergedFileName, userId }: BulkUpload,
  sources: readonly StagedSource[],
  stop: StopSignal,
): Promise<StagedContent> {
  const readable = sources.map((source) => ({ open: () => blobs.open(keyOf(source)) }));
  // Runs in the background, so that it does not delay the user's own next uploads.
  const pages = pdfMerger.merge(readable, { onBehalfOf: userId, inBackground: true });
  const { blob } = await blobs.stage(whileGoing(pages, stop), { checksUtf8: false });
  return {
    blob,
    byteSize: blob.byteSize,
    sha256: blob.sha256,
    fileName: mergedFileName ?? "",
    contentType: "application/pdf",
    declaredContentType: "application/pdf",
    charset: null,
  };
}

function keyOf({ blobKey, bulkUploadId, position }: StagedSource) {
  if (blobKey !== null) return blobKey;
  throw new Error(`The source at position ${position} of bulk upload ${bulkUploadId} has no bytes`);
}

async function* whileGoing(bytes: AsyncIterable<Uint8Array>, stop: StopSignal): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    throwIfCancelled(stop);
    yield chunk;
  }
}

const inputOf = ({ reservedDocumentId, mergedFileName, documentsFolderId, workspaceId }: BulkUpload): NewDocument => ({
  ...(reservedDocumentId && { id: reservedDocumentId }),
  ...(mergedFileName !== null && { name: mergedFileName }),
  documentsFolderId,
  workspaceId: documentsFolderId ? null : workspaceId,
});

async function creatorOf({ subjects }: BulkUploadStores, { userId }: BulkUpload): Promise<Caller> {
  const creator = await subjects.callerOf(userId);
  if (!creator) throw forbidden("The creator of the bulk upload may no longer create documents");
  return creator;
}

/** Errors that another attempt would repeat. */
const PERMANENT_KINDS: readonly ErrorKind[] = ["invalid", "forbidden", "not_found"];
const PERMANENT_PROBLEMS: readonly MergeProblem[] = ["unsupported_format", "corrupt", "encrypted", "too_large"];

/** True when another attempt cannot succeed. */
function isPermanent(error: unknown, { attempt }: Job): boolean {
  if (error instanceof DomainError) return PERMANENT_KINDS.includes(error.kind);
  if (!(error instanceof MergeError)) return false;
  return PERMANENT_PROBLEMS.includes(error.reason) || attempt >= EXHAUSTED_ATTEMPTS_MAX;
}

/**
 * Marks the bulk upload failed when no attempt can succeed. Otherwise throws, so that the job is retried; after its
 * last attempt a new job follows in an hour, until the bulk upload is abandoned.
 */
async function afterFailure<Stores extends BulkUploadStores>(
  { transact, clock }: MergingDependencies<Stores>,
  { id, job, error }: { readonly id: BulkUploadId; readonly job: Job; readonly error: unknown },
): Promise<void> {
  if (isPermanent(error, job)) {
    const failure = failureOf(error);
    return transact.write((stores) => giveUp(stores, id, { failure, clock }));
  }
  if (job.attempt >= job.attemptsMax) {
    const runAt = secondsAfter(clock.now(), HOUR_SECONDS);
    await transact.write(async ({ bulkUploads, jobs }) => {
      const bulk = await bulkUploads.find(id);
      if (bulk && isMergeable(bulk)) await jobs.enqueue({ ...mergeJob(bulk), runAt });
    });
  }
  throw error;
}

/** Returns the error code of a failed merge: the code of the corresponding response. */
function failureOf(error: unknown): string {
  if (error instanceof DomainError) return error.code;
  if (!(error instanceof MergeError)) return "internal_error";
  return error.reason === "timeout" ? "timed_out" : error.reason;
}

async function giveUp(
  stores: BulkUploadStores,
  id: BulkUploadId,
  { failure, clock }: { readonly failure: string; readonly clock: Clock },
): Promise<void> {
  const bulk = await stores.bulkUploads.lock(id);
  if (bulk && isMergeable(bulk)) await endBulkUpload(stores, markFailed(bulk, failure, clock.now()));
}
