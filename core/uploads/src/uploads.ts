import {
  type CreationDependencies,
  createDocuments,
  createVersions,
  type Documents,
  documentCreation,
  documentUseCases,
  type Versions,
  versionAdding,
  versionUseCases,
} from "@cartulary/documents";
import type { Timer } from "@cartulary/kernel";
import type { UploadStores } from "./ports.ts";
import { type ChunkedUploads, createChunkedUploads } from "./sessions/chunked-uploads.ts";
import { fromSession, sessionForesight, versionFromSession } from "./sessions/spending.ts";

/** Uploads, and documents and versions as they are made where there are uploads. */
export interface Uploads {
  readonly chunkedUploads: ChunkedUploads;
  /** As without uploads, and made of finished sessions too. */
  readonly documents: Documents;
  readonly versions: Versions;
}

/** What uploads are made of. */
export type UploadDependencies<Stores> = CreationDependencies<Stores> & { readonly timer: Timer };

/**
 * Uploads around documents: whatever they add to the making of one happens in the transaction that makes it, so that a
 * document that is refused spends nothing.
 */
export function createUploads<Stores extends UploadStores>(dependencies: UploadDependencies<Stores>): Uploads {
  const { clock } = dependencies;
  const { foresee, inserting, stillShown } = documentUseCases(dependencies);
  const { adding } = versionUseCases(dependencies);
  return {
    chunkedUploads: createChunkedUploads(dependencies),
    documents: {
      ...createDocuments(dependencies),
      create: documentCreation(dependencies, {
        foresee: sessionForesight(foresee, clock),
        inserting: fromSession(inserting, clock),
        again: stillShown,
      }),
    },
    versions: {
      ...createVersions(dependencies),
      add: versionAdding(dependencies, versionFromSession(adding, clock)),
    },
  };
}
