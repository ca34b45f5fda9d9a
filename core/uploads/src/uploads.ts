import {
  type CreatedDocument,
  type CreationDependencies,
  createDocuments,
  createVersions,
  type Documents,
  documentCreation,
  documentUseCases,
  type NewDocument,
  type StreamedRequest,
  type Versions,
  versionCreation,
  versionUseCases,
} from "@cartulary/documents";
import type { Caller, JobDefinition, Timer } from "@cartulary/kernel";
import { insertInBulk, planBulkFile, type StagedFile } from "./bulk/add-file.ts";
import { type BulkUploads, createBulkUploads } from "./bulk/bulk-uploads.ts";
import { BULK_UPLOAD_QUEUES, bulkUploadJobs } from "./bulk/merge-bulk-upload.ts";
import { MergeError } from "./bulk/merge-error.ts";
import { byUploadId, insertWithOwnBulk } from "./bulk/single-document-bulk.ts";
import { type ChunkedUploads, createChunkedUploads } from "./chunked/chunked-uploads.ts";
import { addVersionFromUpload, insertFromUpload, planFromUpload } from "./chunked/consume-upload.ts";
import { CHUNKED_UPLOAD_QUEUES, chunkedUploadJobs } from "./chunked/jobs.ts";
import type { PdfMerger, UploadStores } from "./ports.ts";

/** Uploads, and the document services extended by them. */
export interface Uploads {
  readonly chunkedUploads: ChunkedUploads;
  readonly bulkUploads: BulkUploads;
  readonly documents: UploadedDocuments;
  readonly versions: Versions;
  readonly jobs: readonly JobDefinition[];
}

/** The document service with uploads. A `Documents` without uploads is assignable, too. */
export interface UploadedDocuments extends Omit<Documents, "create"> {
  /**
   * Also creates documents from completed chunked uploads, and counts each in the bulk upload that the request names,
   * or in one of its own. A source of a merge is only staged; its reply is not stored under an Idempotency-Key, since
   * its position identifies repetitions.
   */
  create(caller: Caller, incoming: StreamedRequest<NewDocument>): Promise<CreatedDocument | StagedFile>;
}

export interface UploadDependencies<Stores> extends CreationDependencies<Stores> {
  readonly timer: Timer;
  /** Merges PDFs; when absent, requests for a merge get 422 `unsupported`. */
  readonly pdfMerger?: PdfMerger;
}

export const UPLOAD_QUEUES: readonly string[] = [...CHUNKED_UPLOAD_QUEUES, ...BULK_UPLOAD_QUEUES];

/**
 * Creates the upload services. All changes that an upload adds to the creation of a document share its transaction, so
 * a rejected document does not consume an upload.
 */
export function createUploads<Stores extends UploadStores>({
  pdfMerger = NO_MERGER,
  ...dependencies
}: UploadDependencies<Stores>): Uploads {
  const { transact, clock, newId, blobs } = dependencies;
  const { planCreation, insert, replayView } = documentUseCases(dependencies);
  const { addVersion } = versionUseCases(dependencies);
  const examining = { pdfMerger, open: (key: Parameters<typeof blobs.open>[0]) => blobs.open(key) };
  const canMerge = pdfMerger !== NO_MERGER;
  const insertAlone = insertWithOwnBulk({ clock, newId }, insert);
  return {
    chunkedUploads: createChunkedUploads(dependencies),
    bulkUploads: createBulkUploads({ transact, clock, newId, planCreation, canMerge }),
    documents: {
      ...createDocuments(dependencies),
      create: documentCreation<Stores, CreatedDocument | StagedFile>(dependencies, {
        plan: byUploadId(planCreation, planFromUpload(planBulkFile(examining, planCreation), clock)),
        insert: byUploadId(insertAlone, insertFromUpload(insertInBulk(clock, insert, insertAlone), clock)),
        // The reply for a staged source is not stored.
        onReplay: async (stores, caller, reply) => ("staged" in reply ? reply : replayView(stores, caller, reply)),
      }),
    },
    versions: {
      ...createVersions(dependencies),
      add: versionCreation(dependencies, addVersionFromUpload(addVersion, clock)),
    },
    jobs: [
      ...chunkedUploadJobs({ transact, clock }),
      ...bulkUploadJobs({ ...dependencies, planCreation, insert, pdfMerger }),
    ],
  };
}

/** The default merger: rejects every source. */
const NO_MERGER: PdfMerger = {
  async inspect() {
    throw new MergeError("unsupported_format", 0);
  },
  // biome-ignore lint/correctness/useYield: it always throws.
  async *merge() {
    throw new MergeError("unsupported_format", null);
  },
};
