import { COLLECT_NOW_JOB } from "@cartulary/blobs";
import {
  type Caller,
  type Clock,
  DomainError,
  forbidden,
  type Job,
  JobCancelledError,
  type JobDefinition,
  type JsonObject,
  type NewJob,
  parseId,
  recurringJob,
  type StopSignal,
  throwIfCancelled,
  unavailable,
} from "@cartulary/kernel";
import type { Visibility } from "../access/visibility.ts";
import { type DocumentExport, type DocumentExportId, isUnfinished } from "./document-export.ts";
import { type BagDependencies, type MadeBag, makeBag } from "./make-bag.ts";
import type { ExportStores } from "./ports.ts";

const EXPORT = "documents/export";
const EXPIRE = "documents/expire_exports";

/** The queues of {@link exportJobs}. */
export const EXPORT_QUEUES: readonly string[] = [EXPORT, EXPIRE];

const HOUR_SECONDS = 3_600;
/** Attempts of an export whose failure may pass. */
const ATTEMPTS_MAX = 5;
/** Exports that are removed in one transaction each, between two looks at the clock. */
const EXPIRED_BATCH = 100;

/** Returns the job that makes an export, on behalf of its owner. */
export const exportJob = ({ id, userId }: Pick<DocumentExport, "id" | "userId">): NewJob => ({
  ...{ queue: EXPORT, owner: userId, payload: { export_id: id }, dedupeKey: id, attemptsMax: ATTEMPTS_MAX },
});

export interface ExportJobDependencies<Stores> extends BagDependencies<Stores> {
  readonly clock: Clock;
  readonly visibility: Visibility<Stores>;
}

/** The jobs that make exports, one at a time on each host, and remove expired ones. */
export function exportJobs<Stores extends ExportStores>(
  dependencies: ExportJobDependencies<Stores>,
): readonly JobDefinition[] {
  const { transact, clock } = dependencies;
  return [
    {
      queue: EXPORT,
      atOnceMax: 1,
      async handle(job, stop) {
        const id = exportIn(job.payload);
        await makeExport(dependencies, id, stop).catch((error: unknown) =>
          afterFailure(dependencies, { id, job, error }),
        );
      },
    },
    recurringJob({
      queue: EXPIRE,
      everySeconds: HOUR_SECONDS,
      transact,
      clock,
      work: (stop) => removeExpired(dependencies, stop),
    }),
  ];
}

function exportIn({ export_id: id }: JsonObject): DocumentExportId {
  const parsed = typeof id === "string" ? parseId<"DocumentExport">(id) : null;
  if (!parsed) throw new TypeError("The payload of an export job has no export id");
  return parsed;
}

async function makeExport<Stores extends ExportStores>(
  dependencies: ExportJobDependencies<Stores>,
  id: DocumentExportId,
  stop: StopSignal,
): Promise<void> {
  const { transact, blobs } = dependencies;
  const change = (patch: Partial<DocumentExport>) =>
    transact.write((stores) => changeUnfinished(dependencies, stores, id, patch));
  if (!(await change({ status: "in_progress", progress: 0 }))) return;
  const begun = await transact.read(async (stores) => {
    const stored = await stores.documentExports.find(id);
    return stored && { stored, caller: await ownerOf(stores, stored) };
  });
  if (!begun) return;
  const made = await makeBag(dependencies, { ...begun, stop }, async (progress) => {
    if (!(await change({ progress }))) throw new RemovedMeanwhileError();
  });
  const isFinished = await transact
    .write((stores) => finish(dependencies, stores, id, made))
    .catch(async (error) => {
      await discardBoth(dependencies, made);
      throw error;
    });
  if (!isFinished) await discardBoth({ blobs }, made);
}

async function discardBoth({ blobs }: Pick<BagDependencies<never>, "blobs">, { zip, items }: MadeBag): Promise<void> {
  await blobs.discard(zip);
  await blobs.discard(items);
}

/** Thrown to end the making of an export that its owner removed. */
class RemovedMeanwhileError extends Error {
  override readonly name = "RemovedMeanwhileError";
}

/** Returns the owner with his current rights; throws 403 when he is removed or disabled. */
async function ownerOf({ subjects }: ExportStores, { userId }: DocumentExport): Promise<Caller> {
  const caller = await subjects.callerOf(userId);
  if (!caller) throw forbidden("The owner of the export is removed or disabled");
  return caller;
}

/** Changes an export that has not ended; returns false for others. */
async function changeUnfinished(
  { clock }: { readonly clock: Clock },
  { documentExports }: ExportStores,
  id: DocumentExportId,
  patch: Partial<DocumentExport>,
): Promise<boolean> {
  const stored = await documentExports.lock(id);
  if (!stored || !isUnfinished(stored)) return false;
  await documentExports.update({ ...stored, ...patch, updatedAt: clock.now() });
  return true;
}

async function finish<Stores extends ExportStores>(
  dependencies: ExportJobDependencies<Stores>,
  stores: Stores,
  id: DocumentExportId,
  { zip, items }: MadeBag,
): Promise<boolean> {
  const isChanged = await changeUnfinished(dependencies, stores, id, {
    ...{ status: "completed", progress: 100, blobKey: zip.key, itemsBlobKey: items.key },
    ...{ byteSize: zip.byteSize, sha256: zip.sha256 },
  });
  if (!isChanged) return false;
  if (!(await stores.blobs.attach(zip)) || !(await stores.blobs.attach(items)))
    throw unavailable("storage_unavailable", "The export took too long; try again", 5);
  return true;
}

/** Refusals and the last attempt end the export; other failures are tried again. */
async function afterFailure<Stores extends ExportStores>(
  dependencies: ExportJobDependencies<Stores>,
  { id, job, error }: { readonly id: DocumentExportId; readonly job: Job; readonly error: unknown },
): Promise<void> {
  if (error instanceof RemovedMeanwhileError) return;
  if (error instanceof JobCancelledError) throw error;
  const isRefusal = error instanceof DomainError && error.kind !== "unavailable";
  if (!isRefusal && job.attempt < job.attemptsMax) throw error;
  const failure = error instanceof DomainError ? error.code : "internal_error";
  await dependencies.transact.write((stores) =>
    changeUnfinished(dependencies, stores, id, { status: "failed", failure }),
  );
  if (!isRefusal) throw error;
}

/** Removes exports whose time is over. */
async function removeExpired<Stores extends ExportStores>(
  { transact, clock }: ExportJobDependencies<Stores>,
  stop: StopSignal,
): Promise<void> {
  for (;;) {
    const ids = await transact.read(({ documentExports }) => documentExports.expired(clock.now(), EXPIRED_BATCH));
    if (ids.length === 0) return;
    for (const id of ids) {
      throwIfCancelled(stop);
      await transact.write((stores) => removeExport(stores, clock, id));
    }
  }
}

/** Removes an export and releases its bytes, which are collected at once. */
export async function removeExport(stores: ExportStores, clock: Clock, id: DocumentExportId): Promise<void> {
  const stored = await stores.documentExports.lock(id);
  if (!stored) return;
  await stores.documentExports.remove(id);
  const keys = [stored.blobKey, stored.itemsBlobKey].filter((key) => key !== null);
  if (keys.length === 0) return;
  await stores.blobs.release(keys, clock.now());
  await stores.jobs.enqueue(COLLECT_NOW_JOB);
}
