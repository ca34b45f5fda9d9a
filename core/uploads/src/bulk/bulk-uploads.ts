import type { Foresee } from "@cartulary/documents";
import {
  type Caller,
  type Clock,
  create,
  existing,
  invalid,
  isAdministrator,
  type ListQuery,
  type NewId,
  type Page,
  read,
  requireSound,
  service,
  type Transact,
  type UseCases,
  whileFound,
} from "@cartulary/kernel";
import type { BulkUploadStores } from "../ports.ts";
import { bulkUploadErrors, type NewBulkUpload } from "./bulk-input.ts";
import { type BulkUploadField, type BulkUploadId, type BulkUploadView, bulkUploadView } from "./bulk-upload.ts";
import { newBulkUpload } from "./new-bulk-upload.ts";

/**
 * Bulk uploads: files that are announced, counted as they come, and merged where that is asked for. Everybody has his own;
 * administrators see everybody's, others' are not found (404).
 */
export interface BulkUploads {
  /** Without those that were made for one document, unless a condition speaks of how many files there are. */
  list(caller: Caller, query: ListQuery<BulkUploadField>): Promise<Page<BulkUploadView>>;
  get(caller: Caller, id: BulkUploadId): Promise<BulkUploadView>;
  /** Refuses a destination that the caller may not write in, as the creation of a document does. */
  create(caller: Caller, input: NewBulkUpload): Promise<BulkUploadView>;
}

/** What bulk uploads are made with. */
export interface BulkUploadDependencies<Stores> {
  readonly transact: Transact<Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Judges a document's place. */
  readonly foresee: Foresee<Stores>;
  /** Whether there is something that merges. */
  readonly merges: boolean;
}

export function createBulkUploads<Stores extends BulkUploadStores>({
  transact,
  ...dependencies
}: BulkUploadDependencies<Stores>): BulkUploads {
  return service<BulkUploads, Stores>(transact, bulkUploadUseCases(dependencies));
}

const NO_MERGES = { field: "mergeToPdf", code: "unsupported", message: "is not offered here" } as const;

function bulkUploadUseCases<Stores extends BulkUploadStores>({
  clock,
  newId,
  foresee,
  merges,
}: Omit<BulkUploadDependencies<Stores>, "transact">): UseCases<BulkUploads, Stores> {
  async function visible({ bulkUploads }: Stores, caller: Caller, id: BulkUploadId): Promise<BulkUploadView> {
    const bulk = existing(await bulkUploads.find(id));
    return bulkUploadView(existing(bulk.userId === caller.userId || isAdministrator(caller) ? bulk : null));
  }

  return {
    list: read(async ({ bulkUploads }, caller, query) => {
      const lone = query.conditions.some(({ fields }) => fields.includes("totalFiles"));
      const page = await bulkUploads.list(query, { userId: isAdministrator(caller) ? null : caller.userId, lone });
      return { ...page, items: page.items.map(bulkUploadView) };
    }),

    get: read(visible),

    create: create(
      async (stores, caller, input) => {
        requireSound(bulkUploadErrors(input));
        if (input.mergeToPdf && !merges) throw invalid(NO_MERGES);
        const { documentsFolderId = null, workspaceId = null } = input;
        const { place } = await foresee(stores, caller, { documentsFolderId, workspaceId });
        const made = { id: newId<"BulkUpload">(), documentId: newId<"Document">(), place, now: clock.now() };
        const bulk = newBulkUpload(caller, input, made);
        await stores.bulkUploads.insert(bulk);
        return bulkUploadView(bulk);
      },
      whileFound((stores, caller, { id }) => visible(stores, caller, id)),
    ),
  };
}
