import { safeName } from "@cartulary/bags";
import { batches } from "@cartulary/blobs";
import {
  type ByteRange,
  type Caller,
  conflict,
  create,
  type FieldError,
  type Instant,
  invalid,
  isAdministrator,
  type JobDefinition,
  type ListQuery,
  lineError,
  type NewId,
  notFound,
  orNotFound,
  type Page,
  rateLimited,
  read,
  replayWhileVisible,
  service,
  throwIfInvalid,
  type UseCases,
  write,
} from "@cartulary/kernel";
import { createVisibility, type ReadRule, type Visibility } from "../access/visibility.ts";
import type { DocumentId } from "../records/document.ts";
import type { FolderId } from "../records/folder.ts";
import type { WorkspaceId } from "../records/workspace.ts";
import { NAME_LENGTH_MAX } from "../values.ts";
import {
  type DocumentExport,
  type DocumentExportField,
  type DocumentExportId,
  type DocumentExportView,
  documentExportView,
  EXPORTS_MAX,
  newDocumentExport,
} from "./document-export.ts";
import { type ExportJobDependencies, exportJob, exportJobs, removeExport } from "./export-jobs.ts";
import { readLines } from "./export-lines.ts";
import { exportRoot } from "./export-root.ts";
import type { ExportStores } from "./ports.ts";

/** Request for an export: of a workspace or of a folder. */
export interface NewDocumentExport {
  readonly workspaceId?: WorkspaceId | null;
  readonly folderId?: FolderId | null;
  /** Exports archived contents, too. */
  readonly versions?: boolean;
  /** Exports only what visitors read. */
  readonly public?: boolean;
  /** The date of the bag; now by default. */
  readonly date?: Instant | null;
  /** The name of the ZIP without `.zip`; that of the root by default. */
  readonly name?: string | null;
}

/** A finished export to download. */
export interface ExportDownload {
  readonly content: {
    readonly name: string;
    readonly contentType: "application/zip";
    readonly byteSize: number;
    readonly sha256: string;
  };
  open(range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}

/**
 * Exports of workspaces and folders as bags (RFC 8493), made in the background and removed after seven days. Users see
 * their own and administrators all; everything else is 404, and what has expired.
 */
export interface DocumentExports {
  list(caller: Caller, query: ListQuery<DocumentExportField>): Promise<Page<DocumentExportView>>;
  get(caller: Caller, id: DocumentExportId): Promise<DocumentExportView>;
  /** Throws 422 for no root or two, and for one that the caller may not read; 429 for more than {@link EXPORTS_MAX}. */
  create(caller: Caller, input: NewDocumentExport): Promise<DocumentExportView>;
  /** Ends it, also while it is made. */
  remove(caller: Caller, id: DocumentExportId): Promise<void>;
  /**
   * Throws 409 before its end and after a failure, and 404 when the caller may no longer read the root or a document in
   * it.
   */
  download(caller: Caller, id: DocumentExportId): Promise<ExportDownload>;
}

export interface ExportDependencies<Stores> extends Omit<ExportJobDependencies<Stores>, "visibility"> {
  readonly newId: NewId;
  readonly extraReadRules: readonly ReadRule<Stores>[];
}

/** Creates the service of exports and its jobs. */
export function createDocumentExports<Stores extends ExportStores>(
  dependencies: ExportDependencies<Stores>,
): { readonly exports: DocumentExports; readonly jobs: readonly JobDefinition[] } {
  const visibility = createVisibility(dependencies.extraReadRules, dependencies.clock);
  const useCases = exportUseCases(dependencies, visibility);
  return {
    exports: {
      ...service<Omit<DocumentExports, "download">, Stores>(dependencies.transact, useCases),
      download: (caller, id) => downloadOf({ ...dependencies, visibility }, caller, id),
    },
    jobs: exportJobs({ ...dependencies, visibility }),
  };
}

function exportUseCases<Stores extends ExportStores>(
  { clock, newId, exportRecords }: ExportDependencies<Stores>,
  visibility: Visibility<Stores>,
): UseCases<Omit<DocumentExports, "download">, Stores> {
  return {
    list: read(async ({ documentExports }, caller, query) => {
      const userId = isAdministrator(caller) ? null : caller.userId;
      const page = await documentExports.list(query, { userId, now: clock.now() });
      return { ...page, items: page.items.map(documentExportView) };
    }),

    get: read(async (stores, caller, id) => documentExportView(await visibleExport(stores, caller, id, clock.now()))),

    create: create(
      async (stores, caller, input) => {
        throwIfInvalid(inputErrors(input));
        if (!exportRecords) throw invalid(UNSUPPORTED);
        const now = clock.now();
        const { workspaceId = null, folderId = null, versions = false, public: isPublic = false } = input;
        const requested = { workspaceId, folderId, includesVersions: versions, isPublic, baggedAt: input.date ?? now };
        const root = await exportRoot(stores, visibility, caller, requested).catch((error: unknown) => {
          throw isNotFound(error) ? unknownRoot(workspaceId === null ? "folderId" : "workspaceId") : error;
        });
        if ((await stores.documentExports.count(caller.userId, now)) >= EXPORTS_MAX) throw tooMany();
        const name = safeName(input.name ?? root.name);
        const request = { ...requested, id: newId<"DocumentExport">(), userId: caller.userId, name };
        const stored = newDocumentExport(request, now);
        await stores.documentExports.insert(stored);
        await stores.jobs.enqueue(exportJob(stored));
        return documentExportView(stored);
      },
      replayWhileVisible(async (stores, caller, { id }) =>
        documentExportView(await visibleExport(stores, caller, id, clock.now())),
      ),
    ),

    remove: write(async (stores, caller, id) => {
      await visibleExport(stores, caller, id, clock.now());
      await removeExport(stores, clock, id);
    }),
  };
}

function inputErrors({ workspaceId = null, folderId = null, name = null }: NewDocumentExport): readonly FieldError[] {
  const errors: (FieldError | null)[] = [
    name === null ? null : lineError("name", name, { max: NAME_LENGTH_MAX, required: true }),
    workspaceId === null && folderId === null
      ? { field: "workspaceId", code: "blank", message: "or folder_id can't be blank" }
      : null,
    workspaceId !== null && folderId !== null
      ? { field: "folderId", code: "invalid", message: "cannot be combined with workspace_id" }
      : null,
  ];
  return errors.filter((error) => error !== null);
}

const UNSUPPORTED = { field: "workspaceId", code: "unsupported", message: "is not exported by this server" } as const;

const isNotFound = (error: unknown): boolean =>
  error instanceof Error && "kind" in error && error.kind === notFound().kind;

const unknownRoot = (field: string) => invalid({ field, code: "not_found", message: "does not exist" });

const HOUR_SECONDS = 3_600;
const tooMany = () => rateLimited(`You have ${EXPORTS_MAX} exports; delete one first`, HOUR_SECONDS);

async function visibleExport(
  { documentExports }: ExportStores,
  caller: Caller,
  id: DocumentExportId,
  now: Instant,
): Promise<DocumentExport> {
  const stored = orNotFound(await documentExports.find(id));
  const isOwn = stored.userId === caller.userId || isAdministrator(caller);
  return orNotFound(isOwn && stored.expiresAt > now ? stored : null);
}

/** Documents whose rights are read in one statement. */
const CHECKED_TOGETHER = 500;

async function downloadOf<Stores extends ExportStores>(
  {
    transact,
    blobs,
    clock,
    visibility,
  }: Pick<ExportJobDependencies<Stores>, "transact" | "blobs" | "clock" | "visibility">,
  caller: Caller,
  id: DocumentExportId,
): Promise<ExportDownload> {
  const { stored, isShown } = await transact.read(async (stores) => {
    const found = await visibleExport(stores, caller, id, clock.now());
    const { scope } = await exportRoot(stores, visibility, caller, found);
    return { stored: found, isShown: scope.isShown };
  });
  const { blobKey, itemsBlobKey, byteSize, sha256, name } = stored;
  if (blobKey === null || itemsBlobKey === null || byteSize === null || sha256 === null)
    throw conflict("conflict", "The export is not completed");
  for await (const ids of batches(documentIds(await blobs.open(itemsBlobKey)), CHECKED_TOGETHER)) {
    const readable = await transact.read(async (stores) => {
      if (isShown === null) return countReadable(stores, caller, ids);
      const shown = await Promise.all(ids.map((documentId) => isShown(stores, "document", documentId)));
      return shown.filter((isReadable) => isReadable).length;
    });
    if (readable < ids.length) throw notFound();
  }
  return {
    content: { name: `${name}.zip`, contentType: "application/zip", byteSize, sha256 },
    open: (range) => blobs.open(blobKey, range),
  };
}

async function* documentIds(items: AsyncIterable<Uint8Array>): AsyncGenerator<DocumentId> {
  for await (const { documentId } of readLines(items)) if (documentId !== null) yield documentId as DocumentId;
}

async function countReadable({ documents }: ExportStores, caller: Caller, ids: readonly DocumentId[]): Promise<number> {
  const named = { fields: ["id"], join: "or", predicate: "in", values: ids } as const;
  const query = { page: 1, perPage: 1, sort: "createdAt", direction: "asc", conditions: [named] } as const;
  return (await documents.list(caller, query, {})).total;
}
