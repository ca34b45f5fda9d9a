import type { BlobStores } from "@cartulary/blobs";
import type { BlobKey, ListQuery, Page } from "@cartulary/kernel";
import type { LedgerStores } from "@cartulary/ledger";
import type { MandataireId } from "../agency/mandataire.ts";
import type { AgencyStores } from "../agency/ports.ts";
import type { OwnEstateStores } from "../property/ports.ts";
import type { FecExport, FecExportField, FecExportId } from "./fec/fec-export.ts";
import type { OwnerActivityStores } from "./statements/ports.ts";

/**
 * Port: maps accounting files of all mandataires to their blobs, so that the checks of blobs count references in one
 * snapshot.
 */
export interface FecFileStore {
  /** Returns the blob of an export; `null` if the export does not exist. */
  find(mandataireId: MandataireId, id: FecExportId): Promise<BlobKey | null>;
  insert(mandataireId: MandataireId, id: FecExportId, key: BlobKey): Promise<void>;
  /** Returns the blob whose reference ends; `null` without one. The database refuses files that are still retained. */
  remove(mandataireId: MandataireId, id: FecExportId): Promise<BlobKey | null>;
  /** Counts the exports of each blob between two keys, both included. Blobs without exports are left out. */
  holders(from: BlobKey, through: BlobKey): Promise<ReadonlyMap<BlobKey, number>>;
}

/** Port: stores the accounting files of one mandataire. */
export interface FecExportStore {
  find(id: FecExportId): Promise<FecExport | null>;
  list(query: ListQuery<FecExportField>): Promise<Page<FecExport>>;
  insert(fecExport: FecExport): Promise<void>;
  /** Removes a record after its file. Returns false if there is none. */
  remove(id: FecExportId): Promise<boolean>;
  /** Returns true if the mandataire has an accounting file. */
  any(): Promise<boolean>;
}

/** Stores of this wing and of the wings below, in a transaction of one mandataire. */
export interface AccountingStores extends AgencyStores, OwnEstateStores, LedgerStores, BlobStores, OwnerActivityStores {
  readonly fecFiles: FecFileStore;
  readonly fecExports: FecExportStore;
}
