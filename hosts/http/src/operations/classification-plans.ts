import type { DocumentServices } from "@cartulary/documents";
import type { classificationPlanOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../requests/handlers.ts";
import { listReply } from "../requests/listing.ts";

export const classificationPlanHandlers: Handlers<typeof classificationPlanOperations, DocumentServices> = {
  listClassificationPlans: async ({ list, caller }, { plans }) => listReply(await plans.list(caller, list)),
  createClassificationPlan: async ({ body, caller }, { plans }) => created(await plans.create(caller, body)),
  getClassificationPlan: async ({ params, caller }, { plans }) => ok(await plans.get(caller, params.id)),
  updateClassificationPlan: async ({ params, body, caller }, { plans }) =>
    ok(await plans.update(caller, { ...body, ...params })),
  deleteClassificationPlan: async ({ params, caller }, { plans }) => noContent(await plans.remove(caller, params.id)),
};
