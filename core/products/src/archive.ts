import type { AuditStores } from "@cartulary/audit";
import type { ExistingWorkspaces } from "@cartulary/auth";
import { createBlobs } from "@cartulary/blobs";
import { createKnownPeople, type DirectoryStores, type KnownPeople } from "@cartulary/directory";
import {
  type Classifier,
  type ContentTypes,
  createDocumentServices,
  type DocumentServices,
  documentBlobHolders,
  documentChecks,
  type GrantListener,
  type OtherReader,
  type PdfText,
  type TreeListener,
} from "@cartulary/documents";
import type { BlobStore, Clock, Digests, NewId, Secrets, Timer, Transact } from "@cartulary/kernel";
import {
  createPublicAccess,
  createVisitors,
  liftClock,
  type PublicAccess,
  type PublicAccessListener,
  type PublicAccessStores,
  publicAccessChecks,
  publicAccessTreeListener,
  publicReader,
  type Visitors,
} from "@cartulary/public-access";
import {
  createRereading,
  createSearch,
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
import { recordRemoval } from "./audit/audited.ts";
import type { IdentityLinks, Part } from "./part.ts";

/** What a transaction of the archive touches. */
export type ArchiveStores = PublicAccessStores &
  UploadStores &
  SearchStores &
  AuditStores &
  Pick<DirectoryStores, "users">;

/** What the archive is made from. */
export interface ArchivePorts<Stores> {
  readonly transact: Transact<Stores>;
  readonly blobStore: BlobStore;
  readonly contentTypes: ContentTypes;
  /** What files documents that nobody filed: the keywords of their plans when absent. */
  readonly classifier?: Classifier;
  /** What reads the beginning of PDF files; without it they are filed by their names. */
  readonly pdfText?: PdfText;
  /** What reads PDF files whole; without it they are found by their names. */
  readonly pdfReader?: TextReader;
  /** What reads files of other kinds; without it only what is text as it stands is found by what it says. */
  readonly fileReader?: TextReader;
  /** What recognises the text of pictures; without it none have a text. */
  readonly textRecognizer?: TextRecognizer;
  /** Called once for each content of which some text could not be read. */
  readonly onUnreadText?: (text: UnreadText) => void;
  /** What finds documents without a transaction; without it they are found in one. */
  readonly searchFinder?: SearchFinder;
  /** What makes one PDF of several files; without it nobody asks for that. */
  readonly pdfMerger?: PdfMerger;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
  readonly secrets: Secrets;
  readonly timer: Timer;
  /** How long the bytes of what was removed stay, in seconds. */
  readonly blobGraceSeconds: number;
  /** What an embedder wants to do in the same transactions. */
  readonly treeListeners?: readonly TreeListener<Stores>[];
  readonly grantListeners?: readonly GrantListener<Stores>[];
  readonly publicAccessListeners?: readonly PublicAccessListener<Stores>[];
  /** Who else may read a resource by its id, beside those with a right and whoever reads what is public. */
  readonly otherReaders?: readonly OtherReader<Stores>[];
}

/** Workspaces, folders and documents, with what holds of them. */
export interface Archive<Stores> extends Part<Stores>, DocumentServices, Uploads {
  readonly publicAccess: PublicAccess;
  readonly visitors: Visitors;
  readonly search: Search;
  readonly rereading: Rereading;
  /** Whom an embedder's own sign-in may name as writers. */
  readonly knownPeople: KnownPeople;
  /** All who are told what happens to the tree: other products that make nodes tell them too. */
  readonly treeListeners: readonly TreeListener<Stores>[];
  readonly identityLinks: IdentityLinks<Stores>;
}

/** The queues of the archive's jobs. */
export const ARCHIVE_QUEUES: readonly string[] = [...UPLOAD_QUEUES, ...SEARCH_QUEUES];

/** The whole archive from its ports: its services, what follows from what, and what is recorded in the trail. */
export function createArchive<Stores extends ArchiveStores>(ports: ArchivePorts<Stores>): Archive<Stores> {
  const { transact, clock, newId, grantListeners = [], publicAccessListeners = [], otherReaders = [] } = ports;
  const audit = archiveAudit<Stores>(ports);
  const tree = {
    ...{ transact, clock, newId, blobGraceSeconds: ports.blobGraceSeconds },
    treeListeners: [
      audit.tree,
      publicAccessTreeListener<Stores>(),
      searchTreeListener<Stores>(),
      ...(ports.treeListeners ?? []),
    ],
    otherReaders: [publicReader<Stores>(), ...otherReaders],
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
  const contents = { ...tree, ...filing, digests, contentTypes, blobs: createBlobs(ports) };
  const uploads = createUploads({ ...contents, ...(pdfMerger && { pdfMerger }), timer: ports.timer });
  return {
    ...createDocumentServices({
      ...tree,
      grantListeners: [audit.grants, ...grantListeners],
      onRemovalOf: (resourceType) => recordRemoval<Stores>(ports, resourceType),
    }),
    ...uploads,
    publicAccess: createPublicAccess({ ...tree, listeners: [audit.publicAccess, ...publicAccessListeners] }),
    visitors: createVisitors({ transact }),
    knownPeople: createKnownPeople({ transact }),
    search: createSearch({ transact, ...(ports.searchFinder && { searchFinder: ports.searchFinder }) }),
    rereading: createRereading({ transact }),
    treeListeners: tree.treeListeners,
    jobs: [...uploads.jobs, ...searchJobs<Stores>({ ...contents, ...reading, pause: () => turnOfOthers(ports.timer) })],
    checks: [...documentChecks({ transact }), ...publicAccessChecks({ transact })],
    blobHolders: [documentBlobHolders, ...chunkedUploadBlobHolders, stagedSourceBlobHolders],
    prepare: () => liftClock(transact),
    identityLinks: {
      userListeners: [{ removed: ({ grants }, _caller, userId) => grants.removeTo(userId) }],
      groupListeners: [{ removed: ({ grants }, _caller, groupId) => grants.removeTo(groupId) }],
      existingWorkspaces,
    },
  };
}

/** Those that the caller may read. */
const existingWorkspaces: ExistingWorkspaces<ArchiveStores> = async ({ workspaces }, caller, ids) => {
  if (ids.length === 0) return [];
  const named = { fields: ["id"], join: "or", predicate: "in", values: ids } as const;
  const query = { page: 1, perPage: ids.length, sort: "label", direction: "asc", conditions: [named] } as const;
  return (await workspaces.list(caller, query)).items.map(({ id }) => id);
};

/** Comes when all that waits had its turn. */
const turnOfOthers = (timer: Timer): Promise<void> =>
  new Promise((resolve) => {
    timer.after(0, resolve);
  });
