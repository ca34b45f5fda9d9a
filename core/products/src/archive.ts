import type { AuditStores } from "@cartulary/audit";
import type { ExistingWorkspaces } from "@cartulary/auth";
import { createBlobs } from "@cartulary/blobs";
import { createKnownPeople, type DirectoryStores, type KnownPeople } from "@cartulary/directory";
import {
  type Classifier,
  type ContentTypes,
  createDocumentExports,
  createDocumentServices,
  createImportedDates,
  type DocumentExports,
  type DocumentServices,
  documentBlobHolders,
  documentChecks,
  EXPORT_QUEUES,
  type ExportRecords,
  type ExportStores,
  exportBlobHolders,
  type GrantListener,
  type ImportedDatesService,
  type PdfText,
  type ReadRule,
  TRASH_QUEUES,
  type TreeListener,
  trashJobs,
} from "@cartulary/documents";
import type { BlobStore, Clock, Digests, NewId, Secrets, Timer, Transact } from "@cartulary/kernel";
import {
  type AnonymousReader,
  createAnonymousReader,
  createPublicAccess,
  type PublicAccess,
  type PublicAccessListener,
  type PublicAccessStores,
  publicAccessChecks,
  publicAccessTreeListener,
  publicReadRule,
  raiseTreeClock,
} from "@cartulary/public-access";
import {
  createRereading,
  createSearch,
  type FileReader,
  isReadAtOnce,
  type Rereading,
  SEARCH_QUEUES,
  type Search,
  type SearchFinder,
  type SearchStores,
  searchJobs,
  searchTreeListener,
  type TextReader,
  type TextRecognizer,
  type UnreadText,
} from "@cartulary/search";
import {
  chunkedUploadBlobHolders,
  createUploads,
  type PdfMerger,
  stagedSourceBlobHolders,
  UPLOAD_QUEUES,
  type UploadStores,
  type Uploads,
} from "@cartulary/uploads";
import { archiveAudit } from "./audit/archive-audit.ts";
import { recordRemoval } from "./audit/audit-recorder.ts";
import type { IdentityLinks, MaintenancePart } from "./maintenance-part.ts";

/** Stores of the archive's transactions. */
export type ArchiveStores = PublicAccessStores &
  UploadStores &
  ExportStores &
  SearchStores &
  AuditStores &
  Pick<DirectoryStores, "users">;

export interface ArchivePorts<Stores> {
  readonly transact: Transact<Stores>;
  readonly blobStore: BlobStore;
  readonly contentTypes: ContentTypes;
  /** Classifies documents without classification; absent: by the keywords of their plans. */
  readonly classifier?: Classifier;
  /** Reads the beginning of PDF files; absent: they are classified by name. */
  readonly pdfText?: PdfText;
  /** Reads PDF files completely; absent: they are found by name only. */
  readonly pdfReader?: TextReader;
  /** Reads files of other kinds; absent: only plain text is found by content. */
  readonly fileReader?: FileReader;
  /** Recognizes text in images; absent: images have no text. */
  readonly textRecognizer?: TextRecognizer;
  /** Called once for each content with unreadable text. */
  readonly onUnreadText?: (text: UnreadText) => void;
  /** Writes the records of exports, as the API shows them; absent: exports are not available. */
  readonly exportRecords?: ExportRecords;
  /** Returns the organization that exports name as their source; absent: none. */
  readonly organization?: () => string;
  /** Searches without a transaction; absent: searches use one. */
  readonly searchFinder?: SearchFinder;
  /** Merges files into one PDF; absent: merging is not available. */
  readonly pdfMerger?: PdfMerger;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
  readonly secrets: Secrets;
  readonly timer: Timer;
  /** Retention of removed bytes, in seconds. */
  readonly blobGraceSeconds: number;
  /** Seconds for which a deletion can be taken back; absent or 0: deletions are final. */
  readonly trashSeconds?: number;
  /** Listeners of the embedder, in the same transactions. */
  readonly treeListeners?: readonly TreeListener<Stores>[];
  readonly grantListeners?: readonly GrantListener<Stores>[];
  readonly publicAccessListeners?: readonly PublicAccessListener<Stores>[];
  /** Additional rules for reading a resource by id, besides permissions and public access. */
  readonly extraReadRules?: readonly ReadRule<Stores>[];
}

/** Workspaces, folders and documents, with their related services. */
export interface Archive<Stores> extends MaintenancePart<Stores>, DocumentServices, Uploads {
  readonly publicAccess: PublicAccess;
  readonly anonymousReader: AnonymousReader;
  readonly search: Search;
  readonly rereading: Rereading;
  readonly exports: DocumentExports;
  readonly importedDates: ImportedDatesService;
  /** Users that an embedder's own sign-in may name as callers. */
  readonly knownPeople: KnownPeople;
  /** Receive changes of the tree; other products that create nodes must call them too. */
  readonly treeListeners: readonly TreeListener<Stores>[];
  readonly identityLinks: IdentityLinks<Stores>;
}

export const ARCHIVE_QUEUES: readonly string[] = [
  ...UPLOAD_QUEUES,
  ...EXPORT_QUEUES,
  ...TRASH_QUEUES,
  ...SEARCH_QUEUES,
];

/**
 * Creates the archive from its ports: services, listeners between packages, and the audit trail.
 *
 * @example
 * ```ts
 * import { createArchive, type ArchivePorts, type ArchiveStores } from "@cartulary/products/archive";
 * import type { Caller } from "@cartulary/kernel";
 *
 * export async function fileLeases(ports: ArchivePorts<ArchiveStores>, caller: Caller): Promise<string> {
 *   const archive = createArchive(ports);
 *   await archive.prepare();
 *   return (await archive.folders.create(caller, { name: "Leases" })).id;
 * }
 * ```
 */
export function createArchive<Stores extends ArchiveStores>(ports: ArchivePorts<Stores>): Archive<Stores> {
  const { transact, clock, newId, grantListeners = [], publicAccessListeners = [], extraReadRules = [] } = ports;
  const audit = archiveAudit<Stores>(ports);
  const tree = {
    ...{ transact, clock, newId, blobGraceSeconds: ports.blobGraceSeconds, trashSeconds: ports.trashSeconds ?? 0 },
    treeListeners: [
      audit.tree,
      publicAccessTreeListener<Stores>(),
      searchTreeListener<Stores>(),
      ...(ports.treeListeners ?? []),
    ],
    extraReadRules: [publicReadRule<Stores>(), ...extraReadRules],
  };
  const { digests, contentTypes, classifier, pdfText, pdfMerger } = ports;
  const { pdfReader, fileReader, textRecognizer, onUnreadText } = ports;
  const reading = {
    ...(pdfReader && { pdfReader }),
    ...(fileReader && { fileReader }),
    ...(textRecognizer && { textRecognizer }),
    ...(onUnreadText && { onUnreadText }),
  };
  const filing = { ...(classifier && { classifier }), ...(pdfText && { pdfText }) };
  const contents = { ...tree, ...filing, digests, contentTypes, isReadAtOnce, blobs: createBlobs(ports) };
  const uploads = createUploads({ ...contents, ...(pdfMerger && { pdfMerger }), timer: ports.timer });
  const { exportRecords, organization = () => "" } = ports;
  const exporting = createDocumentExports<Stores>({
    ...contents,
    ...(exportRecords && { exportRecords }),
    organization,
  });
  return {
    ...createDocumentServices({
      ...tree,
      grantListeners: [audit.grants, ...grantListeners],
      onRemovalOf: (resourceType) => recordRemoval<Stores>(ports, resourceType),
    }),
    ...uploads,
    publicAccess: createPublicAccess({ ...tree, listeners: [audit.publicAccess, ...publicAccessListeners] }),
    anonymousReader: createAnonymousReader({ transact }),
    knownPeople: createKnownPeople({ transact }),
    search: createSearch({ transact, clock, ...(ports.searchFinder && { searchFinder: ports.searchFinder }) }),
    rereading: createRereading({ transact }),
    exports: exporting.exports,
    importedDates: createImportedDates({ transact, clock }),
    treeListeners: tree.treeListeners,
    jobs: [
      ...uploads.jobs,
      ...exporting.jobs,
      ...trashJobs<Stores>(tree),
      ...searchJobs<Stores>({ ...contents, ...reading, pause: () => yieldToOthers(ports.timer) }),
    ],
    checks: [...documentChecks({ transact }), ...publicAccessChecks({ transact })],
    blobHolders: [documentBlobHolders, ...chunkedUploadBlobHolders, stagedSourceBlobHolders, exportBlobHolders],
    prepare: () => raiseTreeClock(transact),
    identityLinks: {
      userListeners: [{ removed: ({ grants }, _caller, userId) => grants.removeTo(userId) }],
      groupListeners: [{ removed: ({ grants }, _caller, groupId) => grants.removeTo(groupId) }],
      existingWorkspaces,
    },
  };
}

/** Returns the workspaces that the caller may read. */
const existingWorkspaces: ExistingWorkspaces<ArchiveStores> = async ({ workspaces }, caller, ids) => {
  if (ids.length === 0) return [];
  const named = { fields: ["id"], join: "or", predicate: "in", values: ids } as const;
  const query = { page: 1, perPage: ids.length, sort: "label", direction: "asc", conditions: [named] } as const;
  return (await workspaces.list(caller, query)).items.map(({ id }) => id);
};

/** Resolves after all waiting work had a turn. */
const yieldToOthers = (timer: Timer): Promise<void> =>
  new Promise((resolve) => {
    timer.after(0, resolve);
  });
