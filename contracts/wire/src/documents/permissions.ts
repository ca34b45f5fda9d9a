import { LEVELS, permissionListing } from "@cartulary/documents";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { flag, instant, text, uuid } from "../fields.ts";
import { DOCUMENTS_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";
import { Person } from "./references.ts";

const level = z.enum(LEVELS);
const subjectType = z.enum(["user", "group"]);
/** Of whatever kind of resource. */
const resourceId = () => z.guid().toLowerCase();
const resourceType = z.enum(["workspace", "folder", "document"]);

/** A group, as permissions name it. */
export const GroupReference = record("GroupRef", { id: uuid<"Group">(), name: text() });

/** What an inherited permission was given on. */
export const PermissionSource = record("PermissionSource", { type: resourceType, id: resourceId(), name: text() });

/** A permission as one of the resources that it reaches shows it. */
export const PermissionRecord = record("Permission", {
  id: uuid<"Grant">(),
  subjectType,
  subjectId: uuid<"User" | "Group">(),
  subject: z.union([Person, GroupReference]),
  level,
  /** What it was given on. */
  resourceType,
  resourceId: resourceId(),
  inherited: flag(),
  inheritedFrom: PermissionSource.nullable(),
  createdAt: instant(),
  updatedAt: instant(),
});

/** What is said of a permission that is being given. */
export const PermissionCreation = record("PermissionCreate", {
  subjectType,
  subjectId: uuid<"User" | "Group">(),
  level,
});

/** What may be said of a permission. */
export const PermissionChange = record("PermissionInput", { level: level.exactOptional() });

/** What the caller may do with a resource, and why. */
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

/** The same five on every kind of resource. */
function permissionsOf(noun: "workspace" | "folder" | "document") {
  const all = { path: `${DOCUMENTS_BASE}/${noun}s/{id}/permissions`, tag: "permissions", params: OfResource } as const;
  const one = { ...all, path: `${all.path}/{permission_id}`, params: One } as const;
  return {
    list: {
      ...all,
      method: "get",
      summary: `The permissions on a ${noun}, own and inherited`,
      scope: "read",
      list: permissionListing,
      replies: { 200: z.array(PermissionRecord) },
    },
    grant: {
      ...all,
      method: "post",
      summary: `Give somebody a permission on a ${noun}`,
      scope: "write",
      body: PermissionCreation,
      headers: ["Idempotency-Key"],
      replies: { 201: PermissionRecord },
    },
    effective: {
      ...all,
      path: `${all.path}/effective`,
      method: "get",
      summary: `What you may do with a ${noun}, and why`,
      scope: "read",
      replies: { 200: EffectivePermissionRecord },
    },
    change: {
      ...one,
      method: "patch",
      summary: `Change the level of a permission that was given on this ${noun}`,
      scope: "write",
      body: PermissionChange,
      replies: { 200: PermissionRecord },
    },
    revoke: {
      ...one,
      method: "delete",
      summary: `Take back a permission that was given on this ${noun}`,
      scope: "write",
      replies: { 204: null },
    },
  } as const;
}

const workspace = permissionsOf("workspace");
const folder = permissionsOf("folder");
const document = permissionsOf("document");

/** What can be done with the permissions of workspaces, folders and documents. */
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
