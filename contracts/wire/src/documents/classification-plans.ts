import { classificationPlanListing } from "@cartulary/documents";
import { instant, listOf, text, uuid } from "../fields.ts";
import { DOCUMENTS_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";
import { recordOperations } from "../record-operations.ts";

const Entry = record("ClassificationEntry", {
  code: text(),
  label: text(),
  parentCode: text().nullable(),
  keywords: listOf(text()),
});

const EntryInput = record("ClassificationEntryInput", {
  code: text(),
  label: text(),
  parentCode: text().nullable().exactOptional(),
  keywords: listOf(text()).exactOptional(),
});

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
  /** CSV instead of entries, with the header `code,label,parent_code,keywords`. */
  csv: text().nullable().exactOptional(),
};

export const ClassificationPlanCreation = record("ClassificationPlanCreate", { ...changes, label: text() });

export const ClassificationPlanChange = record("ClassificationPlanInput", changes);

const classificationPlans = recordOperations({
  path: `${DOCUMENTS_BASE}/classification_plans`,
  tag: "classification plans",
  role: "admin",
  id: uuid<"ClassificationPlan">(),
  list: classificationPlanListing,
  output: ClassificationPlanRecord,
  creation: ClassificationPlanCreation,
  change: ClassificationPlanChange,
});

export const classificationPlanOperations = operations({
  listClassificationPlans: {
    ...classificationPlans.list("List visible classification plans"),
    endsEarly: true,
  },
  createClassificationPlan: classificationPlans.create("Create a classification plan from entries or CSV"),
  getClassificationPlan: classificationPlans.get("Get a classification plan"),
  updateClassificationPlan: classificationPlans.update(
    "Update a classification plan; removed codes are cleared on documents",
  ),
  deleteClassificationPlan: classificationPlans.remove(
    "Delete a classification plan and clear it on workspaces, and its codes on documents",
  ),
});
