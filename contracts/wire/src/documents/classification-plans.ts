import { classificationPlanListing } from "@cartulary/documents";
import { instant, listOf, text, uuid } from "../fields.ts";
import { DOCUMENTS_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";
import { recordOperations } from "../record-operations.ts";

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

/** What can be done with classification plans. */
export const classificationPlanOperations = operations({
  listClassificationPlans: {
    ...classificationPlans.list("The classification plans that you may see"),
    endsEarly: true,
  },
  createClassificationPlan: classificationPlans.create("Make a classification plan of entries or of a CSV"),
  getClassificationPlan: classificationPlans.get("One classification plan"),
  updateClassificationPlan: classificationPlans.update(
    "Change what is given of a classification plan; documents lose codes that go",
  ),
  deleteClassificationPlan: classificationPlans.remove(
    "Delete a classification plan; workspaces that have it have none afterwards, their documents no codes",
  ),
});
