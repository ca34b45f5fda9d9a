import { WORKSPACES_RETURNED_MAX, workspaceListing } from "@cartulary/documents";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { freeForm, instant, listOf, text, uuid } from "../fields.ts";
import { DOCUMENTS_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";
import { Creator, LegalHoldInput, retentionChange, retentionFields, retentionInput } from "./references.ts";

export const WorkspaceRecord = record("Workspace", {
  id: uuid<"Workspace">(),
  label: text(),
  description: text().nullable(),
  externalId: text().nullable(),
  classificationPlanId: uuid<"ClassificationPlan">().nullable(),
  classificationPlanLabel: text().nullable(),
  domainId: uuid<"Domain">().nullable(),
  workspaceTypeId: uuid<"WorkspaceType">().nullable(),
  workspaceTypeName: text().nullable(),
  completionPercentage: z.number(),
  settings: freeForm(),
  businessTags: listOf(text()),
  metadataUser: freeForm(),
  user: Creator.nullable(),
  ...retentionFields,
  createdAt: instant(),
  updatedAt: instant(),
});

const inputFields = {
  label: text().exactOptional(),
  description: text().nullable().exactOptional(),
  classificationPlanId: uuid<"ClassificationPlan">().nullable().exactOptional(),
  classificationPlanLabel: text().nullable().exactOptional(),
  classificationPlanCsv: text().nullable().exactOptional(),
  domainId: uuid<"Domain">().nullable().exactOptional(),
  workspaceTypeId: uuid<"WorkspaceType">().nullable().exactOptional(),
  settings: freeForm().nullable().exactOptional(),
  businessTagList: listOf(text()).nullable().exactOptional(),
  metadataUser: freeForm().nullable().exactOptional(),
};

export const WorkspaceCreation = record("WorkspaceCreate", { ...inputFields, ...retentionInput });

export const WorkspaceChange = record("WorkspaceInput", { ...inputFields, ...retentionChange });

const One = snakeObject({ id: uuid<"Workspace">() });

const PATH = `${DOCUMENTS_BASE}/workspaces` as const;

export const workspaceOperations = operations({
  listWorkspaces: {
    method: "get",
    path: PATH,
    tag: "workspaces",
    summary: "List visible workspaces; all of them, by label unless a sort is requested, or the requested page",
    scope: "read",
    list: workspaceListing,
    defaultPageSize: WORKSPACES_RETURNED_MAX,
    endsEarly: true,
    replies: { 200: z.array(WorkspaceRecord) },
  },
  createWorkspace: {
    method: "post",
    path: PATH,
    tag: "workspaces",
    summary: "Create a workspace; the creator gets manage",
    scope: "write",
    role: "manager",
    body: WorkspaceCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: WorkspaceRecord },
  },
  getWorkspace: {
    method: "get",
    path: `${PATH}/{id}`,
    tag: "workspaces",
    summary: "Get a workspace",
    scope: "read",
    params: One,
    replies: { 200: WorkspaceRecord },
  },
  updateWorkspace: {
    method: "patch",
    path: `${PATH}/{id}`,
    tag: "workspaces",
    summary: "Update a workspace",
    scope: "write",
    params: One,
    body: WorkspaceChange,
    replies: { 200: WorkspaceRecord },
  },
  deleteWorkspace: {
    method: "delete",
    path: `${PATH}/{id}`,
    tag: "workspaces",
    summary: "Delete a workspace and everything in it",
    scope: "write",
    params: One,
    replies: { 204: null },
  },
  holdWorkspace: {
    method: "post",
    path: `${PATH}/{id}/legal_hold`,
    tag: "workspaces",
    summary: "Set a legal hold on a workspace, or replace its reason",
    scope: "write",
    role: "admin",
    params: One,
    body: LegalHoldInput,
    replies: { 200: WorkspaceRecord },
  },
  releaseWorkspace: {
    method: "delete",
    path: `${PATH}/{id}/legal_hold`,
    tag: "workspaces",
    summary: "Release the legal hold on a workspace",
    scope: "write",
    role: "admin",
    params: One,
    body: LegalHoldInput,
    replies: { 200: WorkspaceRecord },
  },
});
