import { WORKSPACES_ANSWERED_MAX, workspaceListing } from "@cartulary/documents";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { freeForm, instant, listOf, text, uuid } from "../fields.ts";
import { DOCUMENTS_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";
import { Creator } from "./references.ts";

/** A workspace as it is answered. */
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
  createdAt: instant(),
  updatedAt: instant(),
});

/** What may be said of a workspace. */
export const WorkspaceChange = record("WorkspaceInput", {
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
});

const One = snakeObject({ id: uuid<"Workspace">() });

const PATH = `${DOCUMENTS_BASE}/workspaces` as const;

/** What can be done with workspaces. */
export const workspaceOperations = operations({
  listWorkspaces: {
    method: "get",
    path: PATH,
    tag: "workspaces",
    summary: "The workspaces you may see; all of them by label unless a page, an order or a filter is asked for",
    scope: "read",
    list: workspaceListing,
    unasked: WORKSPACES_ANSWERED_MAX,
    endsEarly: true,
    replies: { 200: z.array(WorkspaceRecord) },
  },
  createWorkspace: {
    method: "post",
    path: PATH,
    tag: "workspaces",
    summary: "Make a workspace; whoever makes it manages it",
    scope: "write",
    role: "manager",
    body: WorkspaceChange,
    headers: ["Idempotency-Key"],
    replies: { 201: WorkspaceRecord },
  },
  getWorkspace: {
    method: "get",
    path: `${PATH}/{id}`,
    tag: "workspaces",
    summary: "One workspace",
    scope: "read",
    params: One,
    replies: { 200: WorkspaceRecord },
  },
  updateWorkspace: {
    method: "patch",
    path: `${PATH}/{id}`,
    tag: "workspaces",
    summary: "Change what is given of a workspace",
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
});
