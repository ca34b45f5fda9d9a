import type { BlobStores } from "@cartulary/blobs";
import type { DirectoryStores } from "@cartulary/directory";
import type { BlobKey, ListQuery, Page, RecordStore, UserId } from "@cartulary/kernel";
import type { LedgerStores } from "@cartulary/ledger";
import type { FecExport, FecExportField, FecExportId } from "./fec-export.ts";
import type { Mandataire, MandataireField, MandataireId } from "./mandataire.ts";
import type { MandataireMember, MandataireMemberField, MandataireMemberView } from "./member.ts";

/** Where mandataires are kept. Their memberships go before they do. Nobody lists all of them at once. */
export interface MandataireStore extends Omit<RecordStore<Mandataire, MandataireField>, "list"> {
  /** Whether there is such a mandataire. It stays until the transaction ends. */
  lockShared(id: MandataireId): Promise<boolean>;
  /** Those of a member. */
  listOf(userId: UserId, query: ListQuery<MandataireField>): Promise<Page<Mandataire>>;
  /** Ids of all in their order, `limit` at most, from the first one after `after`. */
  ids(after: MandataireId | null, limit: number): Promise<readonly MandataireId[]>;
}

/** Who belongs to which mandataire. */
export interface MandataireMemberStore {
  list(id: MandataireId, query: ListQuery<MandataireMemberField>): Promise<Page<MandataireMemberView>>;
  find(id: MandataireId, userId: UserId): Promise<MandataireMemberView | null>;
  /** False, with nothing written, for who is a member already. Mandataire and user are locked shared. */
  insert(member: MandataireMember): Promise<boolean>;
  /** False for who is none. */
  remove(id: MandataireId, userId: UserId): Promise<boolean>;
  /** Removes every membership of a mandataire that is going. */
  removeIn(id: MandataireId): Promise<void>;
  /** Removes every membership of a user who is going. */
  removeOf(userId: UserId): Promise<void>;
}

/** Port: finds the mandataires of a user in one statement outside any transaction; asked at every rental request. */
export interface MembershipFinder {
  /** By id. */
  mandatairesOf(userId: UserId): Promise<readonly MandataireId[]>;
}

/** Which blobs accounting files are kept in, whosever they are: the checks of blobs count holders in one snapshot. */
export interface FecFileStore {
  /** Of one mandataire's export; `null` where there is none. */
  find(mandataireId: MandataireId, id: FecExportId): Promise<BlobKey | null>;
  insert(mandataireId: MandataireId, id: FecExportId, key: BlobKey): Promise<void>;
  /** How many exports refer to each blob between two keys, both included; those of none are left out. */
  holders(from: BlobKey, through: BlobKey): Promise<ReadonlyMap<BlobKey, number>>;
}

/** The accounting files of the mandataire that the stores were handed out for. */
export interface FecExportStore {
  find(id: FecExportId): Promise<FecExport | null>;
  list(query: ListQuery<FecExportField>): Promise<Page<FecExport>>;
  insert(fecExport: FecExport): Promise<void>;
  /** Whether there is one. */
  any(): Promise<boolean>;
}

/** What this package needs inside any transaction: the registry of mandataires, whosever they are. */
export interface RegistryStores extends Pick<DirectoryStores, "users">, BlobStores {
  readonly mandataires: MandataireStore;
  readonly mandataireMembers: MandataireMemberStore;
  readonly fecFiles: FecFileStore;
}

/** What it needs inside a transaction of one mandataire: the registry, and this one's book and records. */
export interface RentalStores extends RegistryStores, LedgerStores {
  readonly fecExports: FecExportStore;
}
