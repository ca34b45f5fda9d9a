import {
  type Document,
  type DocumentId,
  type Folder,
  type FolderId,
  NOT_RETAINED,
  type WorkspaceId,
} from "@cartulary/documents";
import { type BlobKey, type Id, type Instant, instantOf, type UserId } from "@cartulary/kernel";
import { type Dialect, entitiesOf, rowsOf, type SqlModule, sqlModule } from "@cartulary/sql";
import { documentsModule } from "@cartulary/sql/documents";
import { type Kysely, sql } from "kysely";

/** The size of an archive. */
export interface ArchiveSize {
  readonly folders: number;
  readonly documents: number;
}

/** Folders that the reader sees in an archive of any size; each has as many documents in every archive. */
export const VISIBLE_FOLDERS = 200;
const DOCUMENTS_A_VISIBLE_FOLDER = 10;
/** A folder at the top and those inside it. */
export const FAMILY = 10;

/** The records that an archive refers to and did not create. */
interface Surroundings {
  readonly workspaces: readonly WorkspaceId[];
  readonly creator: UserId;
}

/** Fills an empty database: with statements of hundreds of rows, as no request would send them. */
export interface ArchiveStores {
  readonly archive: { fill(size: ArchiveSize, surroundings: Surroundings): Promise<void> };
}

/** Rows in one statement, far below the parameters that either engine takes. */
const ROWS = 500;

/**
 * A statement that says of these documents that their words are in the index, as they are once a host has run for a
 * while: it would read them all while it is measured, and most have no bytes here.
 */
export const indexing = (which: string): string => `insert into search_entries
    (document_id, changed_at, blob_key, heading_terms, text_terms, name_words, description_words, text_words)
  select id, updated_at, blob_key, '', '', ' ' || replace(replace(name_fold, '.', ' '), '-', ' ') || ' ', '', ''
  from documents where ${which}
  on conflict (document_id) do nothing`;

/** So many by a statement: one over a million documents would take longer than a statement may. */
const INDEXED_AT_ONCE = 20_000;

/** A module to open besides the modules of a host. */
export const archiveModule: SqlModule<ArchiveStores, object> = sqlModule({
  name: "archive",
  entities: [],
  migrations: [],
  stores: {
    archive: ({ db, dialect }): ArchiveStores["archive"] => ({
      async fill(size, surroundings) {
        await insert(db, dialect, "folders", size.folders, (index) => folder(index, surroundings));
        await insert(db, dialect, "documents", size.documents, (index) => document(index, size, surroundings));
        for (let start = 0; start < size.documents; start += INDEXED_AT_ONCE) {
          const [first, end] = [documentId(start), documentId(start + INDEXED_AT_ONCE)];
          await sql.raw(indexing(`id >= '${first}' and id < '${end}'`)).execute(db);
        }
      },
    }),
  },
});

async function insert(
  db: unknown,
  dialect: Dialect,
  name: "folders" | "documents",
  count: number,
  recordOf: (index: number) => Folder | Document,
): Promise<void> {
  const table = entitiesOf([documentsModule]).find(({ tableName }) => tableName === name);
  if (!table) throw new Error(`No table ${name}`);
  const rows = rowsOf(table, dialect);
  const into = (db as Kysely<Record<string, object>>).insertInto(name);
  for (let start = 0; start < count; start += ROWS) {
    const indexes = Array.from({ length: Math.min(ROWS, count - start) }, (_, offset) => start + offset);
    await into.values(indexes.map((index) => rows.encode(recordOf(index) as never))).execute();
  }
}

/** The folder of this index. Every tenth is at the top of a workspace, and contains the next nine. */
export const folderId = (index: number): FolderId => idOf(0xf0, index);
/** The document of this index. */
export const documentId = (index: number): DocumentId => idOf(0xd0, index);

function idOf<Noun extends string>(kind: number, index: number): Id<Noun> {
  return `${kind.toString(16)}000000-0000-7000-8000-${index.toString(16).padStart(12, "0")}` as Id<Noun>;
}

function folder(index: number, { workspaces, creator }: Surroundings): Folder {
  const head = index - (index % FAMILY);
  return {
    id: folderId(index),
    name: `Dossier ${scattered(index, 100_000)}`,
    description: null,
    color: null,
    icon: null,
    documentsFolderId: index === head ? null : folderId(head),
    workspaceId: workspaceOf(index, workspaces),
    externalId: null,
    tags: [],
    ...NOT_RETAINED,
    placedSeq: 0,
    createdBy: creator,
    createdAt: momentOf(index),
    updatedAt: momentOf(index),
  };
}

const KINDS = [
  "Facture",
  "Bail",
  "Devis",
  "Quittance",
  "Relevé",
  "Mandat",
  "Courrier",
  "Plan",
  "Photo",
  "Procès-verbal",
];

function document(index: number, size: ArchiveSize, { workspaces, creator }: Surroundings): Document {
  const within = folderOf(index, size);
  const name = `${KINDS[index % KINDS.length]} ${scattered(index, 1_000_000)}.pdf`;
  return {
    id: documentId(index),
    name,
    description: "Pièce reçue par courrier et numérisée",
    documentsFolderId: folderId(within),
    workspaceId: workspaceOf(within, workspaces),
    externalId: null,
    domainId: null,
    documentTypeId: null,
    classificationCode: null,
    metadataUser: { reference: `R-${index}` },
    tags: ["numérisé"],
    versionsCount: 0,
    textStatus: "read",
    ...NOT_RETAINED,
    placedSeq: 0,
    createdBy: creator,
    createdAt: momentOf(index),
    updatedAt: momentOf(index),
    blobKey: `00/00/${index}` as BlobKey,
    byteSize: 1_000 + scattered(index, 100_000),
    sha256: index.toString(16).padStart(64, "0"),
    fileName: name,
    contentType: "application/pdf",
    declaredContentType: "application/pdf",
    charset: null,
    contentCreatedAt: momentOf(index),
  };
}

/** The folder of a document: first the visible ones get theirs, then the others by turns. */
function folderOf(index: number, { folders }: ArchiveSize): number {
  const visible = VISIBLE_FOLDERS * DOCUMENTS_A_VISIBLE_FOLDER;
  if (index < visible) return index % VISIBLE_FOLDERS;
  return VISIBLE_FOLDERS + ((index - visible) % (folders - VISIBLE_FOLDERS));
}

const workspaceOf = (index: number, workspaces: readonly WorkspaceId[]): WorkspaceId | null =>
  workspaces[Math.floor(index / FAMILY) % workspaces.length] ?? null;

/** Far from its neighbours and the same in every run, so that no index comes by its order for nothing. */
const scattered = (index: number, below: number): number => (index * 7_368_787) % below;

const START_MS = Date.UTC(2020, 0, 1);
const momentOf = (index: number): Instant => instantOf(START_MS + scattered(index, 200_003) * 60_000);
