import type { Blobs } from "@cartulary/blobs";
import {
  type ClassificationDependencies,
  type ClassificationReason,
  type CreatedDocument,
  classified,
  type Foresee,
  type Inserting,
  type NewDocument,
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
  requireGoing,
  type StopSignal,
  secondsAfter,
  type Transact,
} from "@cartulary/kernel";
import type { BulkUploadStores, PdfMerger } from "../ports.ts";
import { type BulkUpload, type BulkUploadId, failed, isMergeable, merged } from "./bulk-upload.ts";
import { end, giveUpAbandoned } from "./ending.ts";
import { MergeError, type MergeProblem } from "./merge-error.ts";
import { bulkUploadIn, MERGE, mergeJob } from "./merge-job.ts";
import type { StagedSource } from "./staged-source.ts";

const GIVE_UP = "uploads/give_up_bulks";

/** The queues of {@link bulkUploadJobs}. */
export const BULK_UPLOAD_QUEUES: readonly string[] = [MERGE, GIVE_UP];

const HOUR_SECONDS = 3_600;
/** How often a merge that ran out of time or memory is tried. */
const EXHAUSTING_ATTEMPTS_MAX = 3;

/** What merges are made with. */
export interface MergingDependencies<Stores> extends ClassificationDependencies {
  readonly transact: Transact<Stores>;
  readonly clock: Clock;
  readonly blobs: Blobs;
  readonly pdfMerger: PdfMerger;
  readonly foresee: Foresee<Stores>;
  readonly inserting: Inserting<Stores, CreatedDocument>;
}

/**
 * Merges the files of bulk uploads, and gives up those that nothing happens to.
 *
 * A merge makes one document, however many hosts try it and wherever they break off: its id was reserved before, and the
 * transaction that makes it ends the bulk upload, which it finds open or leaves alone. It is made by whoever made the bulk
 * upload, with the rights that he has by then.
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
      work: (stop) => giveUpAbandoned(dependencies, stop),
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
    const { place } = await dependencies.foresee(stores, await makerOf(stores, bulk), inputOf(bulk));
    return { bulk, place, sources: await stores.stagedSources.findAll(id) };
  });
  if (!begun) return;
  const { bulk, place, sources } = begun;
  const staged = await mergedContent(dependencies, bulk, sources, stop);
  const isMade = await withStagedContent(blobs, staged, async () => {
    const content = { ...staged, blobKey: staged.blob.key };
    const request = { onBehalfOf: bulk.userId, inBackground: true };
    const filed = { workspaceId: place.workspaceId, names: [staged.fileName], content, ...request };
    const reason = bulk.autoClassify ? await classified(transact, dependencies, filed) : null;
    return transact.write((stores) => finish(dependencies, stores, { id, staged, reason }));
  });
  if (!isMade) await blobs.discard(staged.blob);
}

/** Makes the document and ends the bulk upload. False, with nothing changed, where that is done. */
async function finish<Stores extends BulkUploadStores>(
  { clock, inserting }: MergingDependencies<Stores>,
  stores: Stores,
  { id, staged, reason }: { id: BulkUploadId; staged: StagedContent; reason: ClassificationReason | null },
): Promise<boolean> {
  const bulk = await stores.bulkUploads.lock(id);
  if (!bulk || !isMergeable(bulk)) return false;
  await inserting(stores, await makerOf(stores, bulk), inputOf(bulk), staged, reason);
  await end(stores, merged(bulk, clock.now()));
  return true;
}

/** The merged bytes, stored, with nothing that refers to them yet. */
async function mergedContent(
  { blobs, pdfMerger }: Pick<MergingDependencies<never>, "blobs" | "pdfMerger">,
  { mergedFileName, userId }: BulkUpload,
  sources: readonly StagedSource[],
  stop: StopSignal,
): Promise<StagedContent> {
  const readable = sources.map((source) => ({ open: () => blobs.open(keyOf(source)) }));
  // In the background: his own next uploads, which he waits for, have turns of their own.
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
  throw new Error(`The source at position ${position} of bulk upload ${bulkUploadId} has no bytes though it waits`);
}

async function* whileGoing(bytes: AsyncIterable<Uint8Array>, stop: StopSignal): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    requireGoing(stop);
    yield chunk;
  }
}

const inputOf = ({ reservedDocumentId, mergedFileName, documentsFolderId, workspaceId }: BulkUpload): NewDocument => ({
  ...(reservedDocumentId && { id: reservedDocumentId }),
  ...(mergedFileName !== null && { name: mergedFileName }),
  documentsFolderId,
  workspaceId: documentsFolderId ? null : workspaceId,
});

async function makerOf({ subjects }: BulkUploadStores, { userId }: BulkUpload): Promise<Caller> {
  const maker = await subjects.callerOf(userId);
  if (!maker) throw forbidden("Whoever made the bulk upload may make no documents any more");
  return maker;
}

/** What will be so at the next attempt, too. */
const HOPELESS_KINDS: readonly ErrorKind[] = ["invalid", "forbidden", "not_found"];
const HOPELESS_SOURCES: readonly MergeProblem[] = ["unsupported_format", "corrupt", "encrypted", "too_large"];

/** Whether there is no use in trying again. */
function isHopeless(error: unknown, { attempt }: Job): boolean {
  if (error instanceof DomainError) return HOPELESS_KINDS.includes(error.kind);
  if (!(error instanceof MergeError)) return false;
  return HOPELESS_SOURCES.includes(error.reason) || attempt >= EXHAUSTING_ATTEMPTS_MAX;
}

/**
 * A merge that will never succeed has failed; any other is tried again. What fails for good is as long as the bulk upload
 * has not been given up only postponed: what kept it from being merged may end.
 */
async function afterFailure<Stores extends BulkUploadStores>(
  { transact, clock }: MergingDependencies<Stores>,
  { id, job, error }: { readonly id: BulkUploadId; readonly job: Job; readonly error: unknown },
): Promise<void> {
  if (isHopeless(error, job)) {
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

/** What is told of why a merge failed: the code that a request would be refused with. */
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
  if (bulk && isMergeable(bulk)) await end(stores, failed(bulk, failure, clock.now()));
}
