import { LEVELS, permissionListing } from "@cartulary/documents";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { flag, instant, text, uuid } from "../fields.ts";
import { DOCUMENTS_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";
import { Person } from "./references.ts";

const level = z.enum(LEVELS);
const subjectType = z.enum(["user", "group"]);
/** The id of any kind of resource. */
const resourceId = () => z.guid().toLowerCase();
const resourceType = z.enum(["workspace", "folder", "document"]);

export const GroupReference = record("GroupRef", { id: uuid<"Group">(), name: text() });

/** The resource of an inherited permission. */
export const PermissionSource = record("PermissionSource", { type: resourceType, id: resourceId(), name: text() });

/** A permission as seen from a resource that it applies to. */
export const PermissionRecord = record("Permission", {
  id: uuid<"Grant">(),
  subjectType,
  subjectId: uuid<"User" | "Group">(),
  subject: z.union([Person, GroupReference]),
  level,
  /** The resource it was granted on. */
  resourceType,
  resourceId: resourceId(),
  inherited: flag(),
  inheritedFrom: PermissionSource.nullable(),
  createdAt: instant(),
  updatedAt: instant(),
});

export const PermissionCreation = record("PermissionCreate", {
  subjectType,
  subjectId: uuid<"User" | "Group">(),
  level,
});

export const PermissionChange = record("PermissionInput", { level: level.exactOptional() });

/** The caller's permission on a resource, and its source. */
export const EffectivePermissionRecord = record("EffectivePermission", {
  level: level.nullable(),
  source: record("LevelSource", {
    type: z.enum(["role", "permission", "public"]),
    permissionId: uuid<"Grant">().nullable(),
    inheritedFrom: PermissionSource.nullable(),
  }),
});

const OfResource = snakeObject({ id: resourceId() });
const One = snakeObject({ id: resourceId(), permissionId: uuid<"Grant">() });

/** Returns the five operations for one kind of resource. */
function permissionsOf(noun: "workspace" | "folder" | "document") {
  const all = { path: `${DOCUMENTS_BASE}/${noun}s/{id}/permissions`, tag: "permissions", params: OfResource } as const;
  const one = { ...all, path: `${all.path}/{permission_id}`, params: One } as const;
  return {
    list: {
      ...all,
      method: "get",
      summary: `List direct and inherited permissions on a ${noun}`,
      scope: "read",
      list: permissionListing,
      replies: { 200: z.array(PermissionRecord) },
    },
    grant: {
      ...all,
      method: "post",
      summary: `Grant a permission on a ${noun}`,
      scope: "write",
      body: PermissionCreation,
      headers: ["Idempotency-Key"],
      replies: { 201: PermissionRecord },
    },
    effective: {
      ...all,
      path: `${all.path}/effective`,
      method: "get",
      summary: `Get your permission on a ${noun} and its source`,
      scope: "read",
      replies: { 200: EffectivePermissionRecord },
    },
    change: {
      ...one,
      method: "patch",
      summary: `Change the level of a direct permission on a ${noun}`,
      scope: "write",
      body: PermissionChange,
      replies: { 200: PermissionRecord },
    },
    revoke: {
      ...one,
      method: "delete",
      summary: `Revoke a direct permission on a ${noun}`,
      scope: "write",
      replies: { 204: null },
    },
  } as const;
}

const workspace = permissionsOf("workspace");
const folder = permissionsOf("folder");
const document = permissionsOf("document");

export const permissionOperations = operations({
  listWorkspacePermissions: workspace.list,
  grantWorkspacePermission: workspace.grant,
  getEffectiveWorkspacePermission: workspace.effective,
  changeWorkspacePermission: workspace.change,
  revokeWorkspacePermission: workspace.revoke,
  listFolderPermissions: folder.list,
  grantFolderPermission: folder.grant,
  getEffectiveFolderPermission: folder.effective,
  changeFolderPermission: folder.change,
  revokeFolderPermission: folder.revoke,
  listDocumentPermissions: document.list,
  grantDocumentPermission: document.grant,
  getEffectiveDocumentPermission: document.effective,
  changeDocumentPermission: document.change,
  revokeDocumentPermission: document.revoke,
});
