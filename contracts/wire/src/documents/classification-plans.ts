import { classificationPlanListing } from "@cartulary/documents";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { instant, listOf, text, uuid } from "../fields.ts";
import { DOCUMENTS_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";

/** An entry of a plan as it is answered. */
const Entry = record("ClassificationEntry", {
  code: text(),
  label: text(),
  parentCode: text().nullable(),
  keywords: listOf(text()),
});

/** What is said of an entry. */
const EntryInput = record("ClassificationEntryInput", {
  code: text(),
  label: text(),
  parentCode: text().nullable().exactOptional(),
  keywords: listOf(text()).exactOptional(),
});

/** A classification plan as it is answered. */
export const ClassificationPlanRecord = record("ClassificationPlan", {
  id: uuid<"ClassificationPlan">(),
  label: text(),
  description: text().nullable(),
  entries: listOf(Entry),
  createdAt: instant(),
  updatedAt: instant(),
});

const changes = {
  label: text().exactOptional(),
  description: text().nullable().exactOptional(),
  entries: listOf(EntryInput).exactOptional(),
  /** In place of the entries: `code,label,parent_code,keywords`, with this header. */
  csv: text().nullable().exactOptional(),
};

/** What is said of a plan that is being made. */
export const ClassificationPlanCreation = record("ClassificationPlanCreate", { ...changes, label: text() });

/** What may be said of a plan. */
export const ClassificationPlanChange = record("ClassificationPlanInput", changes);

const One = snakeObject({ id: uuid<"ClassificationPlan">() });

const PATH = `${DOCUMENTS_BASE}/classification_plans` as const;

/** What can be done with classification plans. */
export const classificationPlanOperations = operations({
  listClassificationPlans: {
    method: "get",
    path: PATH,
    tag: "classification plans",
    summary: "The classification plans that you may see",
    scope: "read",
    list: classificationPlanListing,
    replies: { 200: z.array(ClassificationPlanRecord) },
  },
  createClassificationPlan: {
    method: "post",
    path: PATH,
    tag: "classification plans",
    summary: "Make a classification plan of entries or of a CSV",
    scope: "write",
    role: "admin",
    body: ClassificationPlanCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: ClassificationPlanRecord },
  },
  getClassificationPlan: {
    method: "get",
    path: `${PATH}/{id}`,
    tag: "classification plans",
    summary: "One classification plan",
    scope: "read",
    params: One,
    replies: { 200: ClassificationPlanRecord },
  },
  updateClassificationPlan: {
    method: "patch",
    path: `${PATH}/{id}`,
    tag: "classification plans",
    summary: "Change what is given of a classification plan; documents lose codes that go",
    scope: "write",
    role: "admin",
    params: One,
    body: ClassificationPlanChange,
    replies: { 200: ClassificationPlanRecord },
  },
  deleteClassificationPlan: {
    method: "delete",
    path: `${PATH}/{id}`,
    tag: "classification plans",
    summary: "Delete a classification plan; workspaces that have it have none afterwards, their documents no codes",
    scope: "write",
    role: "admin",
    params: One,
    replies: { 204: null },
  },
});
