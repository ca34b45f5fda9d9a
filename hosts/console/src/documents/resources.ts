import type { PageLink } from "@cartulary/http/pages";
import { documentOperations, folderOperations, permissionOperations, workspaceOperations } from "@cartulary/wire";
import type { Visit } from "../frame/visit.ts";
import { HOME_TEXTS } from "../home/texts.ts";

/** The kinds of things with permissions, as they stand in paths. */
export type Noun = "workspaces" | "folders" | "documents";

/** The caller's level, by ascending rights; `null` for readers of public resources. */
export type Level = "read" | "write" | "manage" | null;

/** The operation that tells what the caller may do, by kind. */
export const EFFECTIVE = {
  workspaces: permissionOperations.getEffectiveWorkspacePermission,
  folders: permissionOperations.getEffectiveFolderPermission,
  documents: permissionOperations.getEffectiveDocumentPermission,
} as const;

/** Returns what the caller may do with a thing; throws 404 for one that the caller cannot read. */
export async function levelOn(visit: Visit, noun: Noun, id: string): Promise<Level> {
  const { value } = await visit.call(EFFECTIVE[noun], { params: { id } });
  return value.level;
}

/** True if a level allows to write. */
export const mayWrite = (level: Level): boolean => level === "write" || level === "manage";

/** A thing of the tree with its name. */
export interface Resource {
  readonly noun: Noun;
  readonly id: string;
  readonly name: string;
  /** The pages above it. */
  readonly trail: readonly PageLink[];
  /** The path of its page. */
  readonly path: string;
  /** The path of the page of what holds it. */
  readonly holder: string;
  /** The folder that holds it, which the caller may not be allowed to read; `null` for none. */
  readonly folderId: string | null;
  /** The workspace of a folder or document; `null` for none. */
  readonly workspaceId: string | null;
}

/** The link to the list of workspaces, above everything. */
export function homeLink({ language }: Visit): PageLink {
  return { path: "/", text: HOME_TEXTS[language].workspaces };
}

/** Returns the pages above a folder or document: its workspace and the folder that holds it, as far as they are readable. */
export function trailOf(
  visit: Visit,
  {
    workspace,
    folder,
  }: {
    readonly workspace: { readonly id: string; readonly label: string } | null;
    readonly folder: { readonly id: string; readonly name: string } | null;
  },
): readonly PageLink[] {
  return [
    homeLink(visit),
    ...(workspace ? [{ path: `/workspaces/${workspace.id}`, text: workspace.label }] : []),
    ...(folder ? [{ path: `/folders/${folder.id}`, text: folder.name }] : []),
  ];
}

/** Returns a thing by its kind and the id in the path. */
export async function resourceOf(visit: Visit, noun: Noun): Promise<Resource> {
  const id = visit.param("id");
  const path = `/${noun}/${id}`;
  if (noun === "workspaces") {
    const { value } = await visit.call(workspaceOperations.getWorkspace, { params: { id } });
    const place = { holder: "/", folderId: null, workspaceId: null };
    return { noun, id, name: value.label, trail: [homeLink(visit)], path, ...place };
  }
  if (noun === "folders") {
    const { value } = await visit.call(folderOperations.getFolder, { params: { id } });
    const trail = trailOf(visit, { workspace: value.workspace, folder: value.parent });
    return { noun, id, name: value.name, trail, path, ...placeOf(value, trail) };
  }
  const { value } = await visit.call(documentOperations.getDocument, { params: { id } });
  const trail = trailOf(visit, { workspace: value.workspace, folder: value.folder });
  return { noun, id, name: value.name, trail, path, ...placeOf(value, trail) };
}

const placeOf = (
  {
    documentsFolderId: folderId,
    workspaceId,
  }: { readonly documentsFolderId: string | null; readonly workspaceId: string | null },
  trail: readonly PageLink[],
) => ({ holder: trail.at(-1)?.path ?? "/", folderId, workspaceId });

/** The operations of {@link resourceOf} and {@link levelOn}, by kind. */
export const RESOURCE_OPERATIONS = {
  workspaces: [workspaceOperations.getWorkspace, EFFECTIVE.workspaces],
  folders: [folderOperations.getFolder, EFFECTIVE.folders],
  documents: [documentOperations.getDocument, EFFECTIVE.documents],
} as const;

/** Returns the trail of a page below the page of a thing. */
export const trailBelow = ({ trail, path, name }: Resource): readonly PageLink[] => [...trail, { path, text: name }];
