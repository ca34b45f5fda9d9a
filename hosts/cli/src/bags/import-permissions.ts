import { ApiError, type Client, type PermissionCreate } from "@cartulary/client";
import { recordsIn } from "./bag-records.ts";

type ResourceType = "workspace" | "folder" | "document";
type Subject = Pick<PermissionCreate, "subject_type" | "subject_id">;

const LEVELS = ["read", "write", "manage"] as const;

/** Grants the permissions of a bag to the people and groups that exist here. */
export interface PermissionImporter {
  /** `permissions` is the list in a record. Skips those that exist already, as the importer's own. */
  add(type: ResourceType, id: string, permissions: unknown): Promise<void>;
}

export function permissionImporter(client: Client): PermissionImporter {
  const known = new Map<string, Promise<Subject | null>>();
  const subjectOf = (kind: "email" | "group", name: string) => {
    const key = `${kind} ${name}`;
    const subject = known.get(key) ?? (kind === "email" ? userOf(client, name) : groupOf(client, name));
    known.set(key, subject);
    return subject;
  };

  return {
    async add(type, id, permissions) {
      for (const permission of recordsIn(permissions)) {
        const level = LEVELS.find((each) => each === permission.level);
        const kind = typeof permission.email === "string" ? "email" : "group";
        const subject = await subjectOf(kind, String(permission[kind] ?? ""));
        if (level && subject) await grant(client, type, { ...subject, id, level });
      }
    },
  };
}

async function userOf(client: Client, email: string): Promise<Subject | null> {
  for await (const { id, email_address } of client.listUsers.all({ q: { email_address_eq: email } }))
    if (email_address.toLowerCase() === email.toLowerCase()) return { subject_type: "user", subject_id: id };
  return null;
}

async function groupOf(client: Client, name: string): Promise<Subject | null> {
  for await (const group of client.listGroups.all({ q: { name_eq: name } }))
    if (group.name === name) return { subject_type: "group", subject_id: group.id };
  return null;
}

async function grant(
  client: Client,
  type: ResourceType,
  input: Subject & { readonly id: string; readonly level: (typeof LEVELS)[number] },
): Promise<void> {
  const grants = {
    workspace: client.grantWorkspacePermission,
    folder: client.grantFolderPermission,
    document: client.grantDocumentPermission,
  } as const;
  try {
    await grants[type](input);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 422)) throw error;
  }
}
