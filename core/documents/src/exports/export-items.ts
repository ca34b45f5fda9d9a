import { comparePaths, PAYLOAD, type Sibling, safeName, uniqueNames, VERSIONS_ENDING } from "@cartulary/bags";
import { documentOutsiderView, folderOutsiderView } from "../access/outsider-view.ts";
import type { Retainable } from "../access/retained-view.ts";
import type { Content, DocumentView } from "../records/document.ts";
import type { FolderView } from "../records/folder.ts";
import type { WorkspaceRef } from "../records/references.ts";
import type { VersionView } from "../records/version.ts";
import type { ExportedContent, ExportedPermission, ExportPlace, ExportStores } from "./ports.ts";

/** Bytes in a bag. */
export type ExportedFile = Pick<Content, "blobKey" | "byteSize" | "sha256"> & { readonly path: string };

/** An item of a bag. Archived contents are items of their own, because their paths may follow those of other items. */
export type ExportItem =
  | {
      readonly kind: "folder";
      readonly path: string;
      readonly record: FolderView;
      readonly permissions: readonly ExportedPermission[];
    }
  | {
      readonly kind: "document";
      readonly path: string;
      readonly record: DocumentView;
      readonly permissions: readonly ExportedPermission[];
      readonly versions: readonly ExportedVersion[];
    }
  | { readonly kind: "versions"; readonly path: string; readonly versions: readonly ExportedVersion[] };

export interface ExportedVersion {
  readonly path: string;
  readonly record: VersionView;
}

/** The root of an export, and what its caller may see of it. */
export interface ExportScope<Stores> {
  readonly place: ExportPlace;
  readonly includesVersions: boolean;
  /** True when the caller manages the root: others export no permissions. */
  readonly includesPermissions: boolean;
  /** Shows retentions as the caller sees them on the day of the bag. */
  readonly withRetained: <View extends Retainable>(stores: Stores, views: readonly View[]) => Promise<readonly View[]>;
  /** The workspace if the caller may read it. */
  readonly workspace: WorkspaceRef | null;
  /** Set when only what this shows is exported, as outsiders see it. */
  readonly isShown: ((stores: Stores, type: "folder" | "document", id: string) => Promise<boolean>) | null;
}

/** Yields everything below the root by path, in the order of bytes. */
export async function* exportItems<Stores extends ExportStores>(
  stores: Stores,
  scope: ExportScope<Stores>,
  place: ExportPlace = scope.place,
  path = PAYLOAD,
): AsyncGenerator<ExportItem> {
  const { folders, documents, permissions, versions } = await contentOf(stores, scope, place);
  const names = uniqueNames([...folders.map(folderSibling), ...documents.map(documentSibling)], path);
  const permissionsOf = ({ id }: { readonly id: string }) =>
    scope.includesPermissions ? (permissions.get(id) ?? []) : [];
  const items: ExportItem[] = folders.map((record, index) => ({
    ...{ kind: "folder", path: path + names[index], record, permissions: permissionsOf(record) },
  }));
  for (const [index, record] of documents.entries()) {
    const documentPath = path + names[folders.length + index];
    const archived = archivedOf(documentPath, versions.get(record.id) ?? []);
    items.push({
      kind: "document",
      path: documentPath,
      record,
      permissions: permissionsOf(record),
      versions: archived,
    });
    if (archived.length > 0) items.push({ kind: "versions", path: documentPath + VERSIONS_ENDING, versions: archived });
  }
  for (const item of items.toSorted((one, other) => comparePaths(sortKey(one), sortKey(other)))) {
    yield item;
    if (item.kind === "folder") yield* exportItems(stores, scope, { folderId: item.record.id }, `${item.path}/`);
  }
}

/** Folders sort as the paths of what they contain. */
const sortKey = ({ kind, path }: ExportItem): string => (kind === "document" ? path : `${path}/`);

const folderSibling = ({ name, createdAt, ...folder }: FolderView): Sibling => ({
  ...{ name, createdAt, sha256: "" },
  rest: JSON.stringify([folder.updatedAt, folder.description, folder.color, folder.icon, folder.tags]),
});

const documentSibling = ({ name, createdAt, sha256, ...document }: DocumentView): Sibling => ({
  ...{ name, createdAt, sha256 },
  rest: JSON.stringify([document.updatedAt, document.description, document.tags, document.metadataUser]),
});

/** Archived contents are `<path>.versions/<number>-<name>` (spec/archive.md 4.14). */
function archivedOf(documentPath: string, versions: readonly VersionView[]): readonly ExportedVersion[] {
  const folder = `${documentPath}${VERSIONS_ENDING}/`;
  return versions.map((record) => ({
    path: `${folder}${record.versionNumber}-${safeName(record.fileName, folder)}`,
    record,
  }));
}

async function contentOf<Stores extends ExportStores>(
  stores: Stores,
  scope: ExportScope<Stores>,
  place: ExportPlace,
): Promise<ExportedContent> {
  const content = await stores.exportTree.content(place, { versions: scope.includesVersions });
  const { workspace, isShown } = scope;
  if (isShown) return shownContent(stores, { ...scope, isShown }, content);
  const inWorkspace = <View extends FolderView | DocumentView>(record: View): View => ({ ...record, workspace });
  return {
    ...content,
    folders: await scope.withRetained(stores, content.folders.map(inWorkspace)),
    documents: await scope.withRetained(stores, content.documents.map(inWorkspace)),
  };
}

/** A folder that is not shown is replaced by what is shown in it, so that its name stays hidden. */
async function shownContent<Stores extends ExportStores>(
  stores: Stores,
  scope: ExportScope<Stores> & { readonly isShown: NonNullable<ExportScope<Stores>["isShown"]> },
  content: ExportedContent,
): Promise<ExportedContent> {
  const [folders, documents]: [FolderView[], DocumentView[]] = [[], []];
  for (const record of content.documents)
    if (await scope.isShown(stores, "document", record.id)) documents.push(documentOutsiderView(record, null));
  for (const record of content.folders) {
    if (await scope.isShown(stores, "folder", record.id)) {
      folders.push(folderOutsiderView(record, null));
      continue;
    }
    const inner = await contentOf(stores, scope, { folderId: record.id });
    for (const each of inner.folders) folders.push(each);
    for (const each of inner.documents) documents.push(each);
  }
  return { folders, documents, permissions: new Map(), versions: new Map() };
}
