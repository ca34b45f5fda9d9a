import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import type { Level } from "@cartulary/documents";
import { DOCUMENTS, type House, type Person } from "./application-fixture.ts";
import type {
  ClassificationPlanBody,
  ContactBody,
  CreatedDocumentBody,
  DocumentBody,
  FolderBody,
  GroupBody,
  PermissionBody,
  PublicAccessStateBody,
  TeamBody,
  TypeBody,
  WorkspaceBody,
} from "./records.ts";
import { type FilePart, type Reply, uploadForm } from "./send-request.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Makes records over HTTP, as the administrator or as a named user, and throws when that fails. */
export interface Makers {
  workspace(fields?: Fields, by?: Person): Promise<WorkspaceBody>;
  contact(fields?: Fields): Promise<ContactBody>;
  team(fields?: Fields): Promise<TeamBody>;
  /** A group to which these users belong. */
  group(fields?: Fields, userIds?: readonly string[]): Promise<GroupBody>;
  /** A workspace type, a document type or a domain; that has no status. */
  entry(of: "workspace_types" | "document_types" | "domains", fields?: Fields): Promise<TypeBody>;
  /** A classification plan of an administrator's. */
  plan(fields?: Fields): Promise<ClassificationPlanBody>;
  folder(fields?: Fields, by?: Person): Promise<FolderBody>;
  /** Folders in one another, the first of which is `fields`. */
  chain(length: number, fields?: Fields, by?: Person): Promise<readonly FolderBody[]>;
  upload(fields?: Fields, file?: string | FilePart, by?: Person): Promise<CreatedDocumentBody>;
  version(documentId: string, file: string | FilePart, fields?: Fields, by?: Person): Promise<DocumentBody>;
  /** Gives a user a permission on the resource at a path. */
  permission(at: string, to: Person, level: Level, by?: Person): Promise<PermissionBody>;
  /** Publishes a folder with all below it, or the folder alone. */
  publish(folderId: string, propagate?: boolean): Promise<PublicAccessStateBody>;
  /** Excludes the resource at a path from public access. */
  exclude(at: string): Promise<PublicAccessStateBody>;
  /** Changes a folder and answers it. */
  changeFolder(id: string, change: Fields, by?: Person): Promise<FolderBody>;
}

export function makersFor({ admin }: House): Makers {
  const folder: Makers["folder"] = async (fields = {}, by = admin) =>
    made(await by.ask<FolderBody>("POST", `${DOCUMENTS}/folders`, { json: { name: "a folder", ...fields } }), 201);
  return {
    folder,
    contact: async (fields = {}) =>
      made(
        await admin.ask<ContactBody>("POST", CONTACTS, { json: { email_address: "contact@example.org", ...fields } }),
        201,
      ),
    team: async (fields = {}) =>
      made(await admin.ask<TeamBody>("POST", TEAMS, { json: { name: "a team", ...fields } }), 201),
    group: async (fields = {}, userIds = []) => {
      const group = made(await admin.ask<GroupBody>("POST", GROUPS, { json: { name: "a group", ...fields } }), 201);
      if (userIds.length > 0) made(await admin.ask("POST", membersOf(group.id), { json: { user_ids: userIds } }), 201);
      return { ...group, members_count: userIds.length };
    },
    workspace: async (fields = {}, by = admin) =>
      made(
        await by.ask<WorkspaceBody>("POST", `${DOCUMENTS}/workspaces`, { json: { label: "a workspace", ...fields } }),
        201,
      ),
    entry: async (of, fields = {}) =>
      made(await admin.ask<TypeBody>("POST", `${DOCUMENTS}/${of}`, { json: { name: "an entry", ...fields } }), 201),
    plan: async (fields = {}) =>
      made(
        await admin.ask<ClassificationPlanBody>("POST", `${DOCUMENTS}/classification_plans`, {
          json: { label: "a plan", ...fields },
        }),
        201,
      ),
    async chain(length, fields = {}, by = admin) {
      const folders = [await folder(fields, by)];
      while (folders.length < length) folders.push(await folder({ documents_folder_id: folders.at(-1)?.id }, by));
      return folders;
    },
    upload: async (fields = {}, file = "some text", by = admin) =>
      made(await by.ask<CreatedDocumentBody>("POST", `${DOCUMENTS}/documents`, uploadForm(file, fields)), 201),
    version: async (documentId, file, fields = {}, by = admin) =>
      made(await by.ask<DocumentBody>("POST", versionsOf(documentId), uploadForm(file, fields)), 201),
    permission: async (at, to, level, by = admin) => {
      const json = { subject_type: "user", subject_id: to.id, level };
      return made(await by.ask<PermissionBody>("POST", permissionsOf(at), { json }), 201);
    },
    publish: async (folderId, propagate = true) =>
      made(
        await admin.ask<PublicAccessStateBody>("POST", publicAccessOf(folderAt(folderId)), { json: { propagate } }),
        201,
      ),
    exclude: async (at) => made(await admin.ask<PublicAccessStateBody>("POST", `${publicAccessOf(at)}/exclusion`), 201),
    changeFolder: async (id, change, by = admin) =>
      made(await by.ask<FolderBody>("PATCH", `${DOCUMENTS}/folders/${id}`, { json: change }), 200),
  };
}

export const CONTACTS = "/api/v1/directory/contacts";
export const GROUPS = "/api/v1/directory/groups";
export const TEAMS = "/api/v1/directory/teams";

export const groupAt = (id: string): string => `${GROUPS}/${id}`;
export const membersOf = (groupId: string): string => `${groupAt(groupId)}/members`;
export const workspaceAt = (id: string): string => `${DOCUMENTS}/workspaces/${id}`;
export const planAt = (id: string): string => `${DOCUMENTS}/classification_plans/${id}`;
export const folderAt = (id: string): string => `${DOCUMENTS}/folders/${id}`;
export const documentAt = (id: string): string => `${DOCUMENTS}/documents/${id}`;
export const contentOf = (id: string): string => `${documentAt(id)}/content`;
export const versionsOf = (id: string): string => `${documentAt(id)}/versions`;

export const permissionsOf = (at: string): string => `${at}/permissions`;

export const publicAccessOf = (at: string): string => `${at}/public_access`;

/** SHA-256 in lower-case hexadecimal. */
export const sha256 = (bytes: string | Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** The paths of all stored blobs, in order. */
export async function blobFiles({ blobDirectory }: House): Promise<readonly string[]> {
  const entries = await readdir(blobDirectory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .sort();
}

/** A well-formed id of nothing. */
export const NOTHING = "00000000-0000-7000-8000-000000000000";

function made<Body>(reply: Reply<Body>, status: number): Body {
  if (reply.status === status) return reply.body;
  throw new Error(`Expected ${status}: ${reply.status} ${reply.text}`);
}
