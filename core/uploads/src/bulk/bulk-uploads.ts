import type { PlanCreation } from "@cartulary/documents";
import {
  type Caller,
  type Clock,
  create,
  invalid,
  isAdministrator,
  type ListQuery,
  type NewId,
  orNotFound,
  type Page,
  read,
  replayWhileVisible,
  service,
  type Transact,
  throwIfInvalid,
  type UseCases,
} from "@cartulary/kernel";
import type { BulkUploadStores } from "../ports.ts";
import { bulkUploadErrors, type NewBulkUpload } from "./bulk-input.ts";
import { type BulkUploadField, type BulkUploadId, type BulkUploadView, bulkUploadView } from "./bulk-upload.ts";
import { newBulkUpload } from "./new-bulk-upload.ts";

/**
 * Bulk uploads: announced files that are counted as they arrive, and merged on request. Users see their own and
 * administrators all; everything else is 404.
 */
export interface BulkUploads {
  /** Leaves out those of single documents, unless a filter names `totalFiles`. */
  list(caller: Caller, query: ListQuery<BulkUploadField>): Promise<Page<BulkUploadView>>;
  get(caller: Caller, id: BulkUploadId): Promise<BulkUploadView>;
  /** Throws for a destination that the caller may not write in, as the creation of a document does. */
  create(caller: Caller, input: NewBulkUpload): Promise<BulkUploadView>;
}

export interface BulkUploadDependencies<Stores> {
  readonly transact: Transact<Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Checks the destination. */
  readonly planCreation: PlanCreation<Stores>;
  /** True when a PDF merger is available. */
  readonly canMerge: boolean;
}

export function createBulkUploads<Stores extends BulkUploadStores>({
  transact,
  ...dependencies
}: BulkUploadDependencies<Stores>): BulkUploads {
  return service<BulkUploads, Stores>(transact, bulkUploadUseCases(dependencies));
}

const NO_MERGES = { field: "mergeToPdf", code: "unsupported", message: "is not supported by this server" } as const;

function bulkUploadUseCases<Stores extends BulkUploadStores>({
  clock,
  newId,
  planCreation,
  canMerge,
}: Omit<BulkUploadDependencies<Stores>, "transact">): UseCases<BulkUploads, Stores> {
  async function visible({ bulkUploads }: Stores, caller: Caller, id: BulkUploadId): Promise<BulkUploadView> {
    const bulk = orNotFound(await bulkUploads.find(id));
    return bulkUploadView(orNotFound(bulk.userId === caller.userId || isAdministrator(caller) ? bulk : null));
  }

  return {
    list: read(async ({ bulkUploads }, caller, query) => {
      const includeSingle = query.conditions.some(({ fields }) => fields.includes("totalFiles"));
      const page = await bulkUploads.list(query, {
        userId: isAdministrator(caller) ? null : caller.userId,
        includeSingle,
      });
      return { ...page, items: page.items.map(bulkUploadView) };
    }),

    get: read(visible),

    create: create(
      async (stores, caller, input) => {
        throwIfInvalid(bulkUploadErrors(input));
        if (input.mergeToPdf && !canMerge) throw invalid(NO_MERGES);
        const { documentsFolderId = null, workspaceId = null } = input;
        const { place } = await planCreation(stores, caller, { documentsFolderId, workspaceId });
        const creation = { id: newId<"BulkUpload">(), documentId: newId<"Document">(), place, now: clock.now() };
        const bulk = newBulkUpload(caller, input, creation);
        await stores.bulkUploads.insert(bulk);
        return bulkUploadView(bulk);
      },
      replayWhileVisible((stores, caller, { id }) => visible(stores, caller, id)),
    ),
  };
}
