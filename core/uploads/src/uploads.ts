import {
  type CreatedDocument,
  type CreationDependencies,
  createDocuments,
  createVersions,
  type Documents,
  documentCreation,
  documentUseCases,
  type Incoming,
  type NewDocument,
  type Versions,
  versionAdding,
  versionUseCases,
} from "@cartulary/documents";
import type { Caller, JobDefinition, Timer } from "@cartulary/kernel";
import { type BulkUploads, createBulkUploads } from "./bulk/bulk-uploads.ts";
import { bulkForesight, inBulk, type StagedFile } from "./bulk/intake.ts";
import { countedAlone, loneOr } from "./bulk/lone-document.ts";
import { MergeError } from "./bulk/merge-error.ts";
import { BULK_UPLOAD_QUEUES, bulkUploadJobs } from "./bulk/merging.ts";
import type { PdfMerger, UploadStores } from "./ports.ts";
import { type ChunkedUploads, createChunkedUploads } from "./sessions/chunked-uploads.ts";
import { CHUNKED_UPLOAD_QUEUES, chunkedUploadJobs } from "./sessions/jobs.ts";
import { fromSession, sessionForesight, versionFromSession } from "./sessions/spending.ts";

/** Uploads, and documents and versions as they are made where there are uploads. */
export interface Uploads {
  readonly chunkedUploads: ChunkedUploads;
  readonly bulkUploads: BulkUploads;
  readonly documents: UploadedDocuments;
  readonly versions: Versions;
  readonly jobs: readonly JobDefinition[];
}

/** Documents where there are uploads; those of core/documents alone are such, too. */
export interface UploadedDocuments extends Omit<Documents, "create"> {
  /**
   * As without uploads, made of finished sessions too, and counted in the bulk upload that the request names, or in one of
   * its own. A source of a merge is staged, and no document made of it; its answer is stored under no Idempotency-Key,
   * since its position says whether it came before.
   */
  create(caller: Caller, incoming: Incoming<NewDocument>): Promise<CreatedDocument | StagedFile>;
}

/** What uploads are made of. */
export interface UploadDependencies<Stores> extends CreationDependencies<Stores> {
  readonly timer: Timer;
  /** What makes one PDF of several files; without it none are merged (422 `unsupported`). */
  readonly pdfMerger?: PdfMerger;
}

/** The queues of the jobs of {@link createUploads}. */
export const UPLOAD_QUEUES: readonly string[] = [...CHUNKED_UPLOAD_QUEUES, ...BULK_UPLOAD_QUEUES];

/**
 * Uploads around documents: whatever they add to the making of one happens in the transaction that makes it, so that a
 * document that is refused spends nothing.
 */
export function createUploads<Stores extends UploadStores>({
  pdfMerger = NO_MERGER,
  ...dependencies
}: UploadDependencies<Stores>): Uploads {
  const { transact, clock, newId, blobs } = dependencies;
  const { foresee, inserting, stillShown } = documentUseCases(dependencies);
  const { adding } = versionUseCases(dependencies);
  const examining = { pdfMerger, open: (key: Parameters<typeof blobs.open>[0]) => blobs.open(key) };
  const merges = pdfMerger !== NO_MERGER;
  const alone = countedAlone({ clock, newId }, inserting);
  return {
    chunkedUploads: createChunkedUploads(dependencies),
    bulkUploads: createBulkUploads({ transact, clock, newId, foresee, merges }),
    documents: {
      ...createDocuments(dependencies),
      create: documentCreation<Stores, CreatedDocument | StagedFile>(dependencies, {
        foresee: loneOr(foresee, sessionForesight(bulkForesight(examining, foresee), clock)),
        inserting: loneOr(alone, fromSession(inBulk(clock, inserting, alone), clock)),
        // The answer of a source is stored under no key.
        again: async (stores, caller, reply) => ("staged" in reply ? reply : stillShown(stores, caller, reply)),
      }),
    },
    versions: {
      ...createVersions(dependencies),
      add: versionAdding(dependencies, versionFromSession(adding, clock)),
    },
    jobs: [
      ...chunkedUploadJobs({ transact, clock }),
      ...bulkUploadJobs({ ...dependencies, foresee, inserting, pdfMerger }),
    ],
  };
}

/** In the place of a merger where there is none. */
const NO_MERGER: PdfMerger = {
  async inspect() {
    throw new MergeError("unsupported_format", 0);
  },
  // biome-ignore lint/correctness/useYield: it has nothing to give.
  async *merge() {
    throw new MergeError("unsupported_format", null);
  },
};
