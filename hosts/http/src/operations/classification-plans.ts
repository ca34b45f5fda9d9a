import type { ClassificationPlans } from "@cartulary/documents";
import type { classificationPlanOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

/** Classification plans over HTTP. */
export const classificationPlanHandlers = (
  plans: ClassificationPlans,
): Handlers<typeof classificationPlanOperations> => ({
  listClassificationPlans: async ({ list, caller }) => listed(await plans.list(caller, list)),
  createClassificationPlan: async ({ body, caller }) => created(await plans.create(caller, body)),
  getClassificationPlan: async ({ params, caller }) => ok(await plans.get(caller, params.id)),
  updateClassificationPlan: async ({ params, body, caller }) => ok(await plans.update(caller, { ...body, ...params })),
  deleteClassificationPlan: async ({ params, caller }) => {
    await plans.remove(caller, params.id);
    return noContent();
  },
});
