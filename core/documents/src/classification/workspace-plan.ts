import { type Caller, type FieldError, normalizeLine } from "@cartulary/kernel";
import type { ClassificationPlanStore } from "../ports.ts";
import type { ClassificationPlan, ClassificationPlanId } from "../records/classification-plan.ts";
import type { Workspace, WorkspaceView } from "../records/workspace.ts";
import { nameRule, valueErrors } from "../values.ts";
import { parsePlanCsv } from "./plan-entries-parser.ts";
import { newPlan } from "./plans.ts";

/** The fields of a workspace's plan in a request (documents.md 2.3). */
export interface PlanInput {
  readonly classificationPlanId?: ClassificationPlanId | null;
  /** With a CSV, the label of the new plan; ignored when `classificationPlanId` names another plan. */
  readonly classificationPlanLabel?: string | null;
  /** `null` equals absent. */
  readonly classificationPlanCsv?: string | null;
}

/** The requested plan: a new one from a CSV, an existing one by id or label, or none. */
export type RequestedPlan =
  | { readonly by: "csv"; readonly csv: string; readonly label: string | null }
  | { readonly by: "id"; readonly id: ClassificationPlanId }
  | { readonly by: "label"; readonly label: string }
  | { readonly by: "nothing" };

/** The current plan of a workspace. */
type PresentPlan = Pick<WorkspaceView, "classificationPlanId" | "classificationPlanLabel">;

/** The plan of a new workspace. */
export const NO_PLAN: PresentPlan = { classificationPlanId: null, classificationPlanLabel: null };

/**
 * Returns the plan that replaces the current one; `null` when the request keeps it. A CSV always creates a plan; an id
 * takes precedence over a label. Current values change nothing, so clients can send back a record with one field
 * changed.
 */
export function requestedPlan(input: PlanInput, present: PresentPlan): RequestedPlan | null {
  const { classificationPlanId: id, classificationPlanLabel, classificationPlanCsv: csv } = input;
  const label = classificationPlanLabel && normalizeLine(classificationPlanLabel);
  if (typeof csv === "string") return { by: "csv", csv, label: label ?? null };
  if (id && id !== present.classificationPlanId) return { by: "id", id };
  if (label && label !== present.classificationPlanLabel) return { by: "label", label };
  const isCleared = present.classificationPlanId !== null && (id === null || label === null);
  return isCleared ? { by: "nothing" } : null;
}

/** Returns all errors of the values themselves. */
export function planInputErrors(input: PlanInput): readonly FieldError[] {
  return valueErrors(input, {
    classificationPlanLabel: nameRule,
    classificationPlanCsv: (_field, csv) => parsePlanCsv(csv).errors,
  });
}

/** The changes for a requested plan. */
export interface ResolvedPlan {
  /** Empty when the plan does not change. */
  readonly patch: Partial<Pick<Workspace, "classificationPlanId">>;
  /** To insert after the workspace. */
  readonly newPlan: ClassificationPlan | null;
  readonly errors: readonly FieldError[];
}

/**
 * Resolves a requested plan. An existing plan must be readable for the caller, and its label unique among those. A new
 * plan belongs to the workspace and gets its label by default.
 */
export async function resolvePlan(
  plans: ClassificationPlanStore,
  caller: Caller,
  {
    requested,
    workspace,
  }: { readonly requested: RequestedPlan | null; readonly workspace: Pick<Workspace, "id" | "label"> },
  dependencies: Parameters<typeof newPlan>[2],
): Promise<ResolvedPlan> {
  if (requested === null) return { patch: {}, newPlan: null, errors: [] };
  if (requested.by === "nothing") return attachPlan(null);
  if (requested.by === "csv") {
    const { entries } = parsePlanCsv(requested.csv);
    const label = requested.label ?? workspace.label;
    return createPlan(newPlan(caller, { label, entries, workspaceId: workspace.id }, dependencies));
  }
  if (requested.by === "id") {
    return (await plans.find(caller, requested.id)) ? attachPlan(requested.id) : unknown("classificationPlanId");
  }
  const { items, total } = await plans.list(caller, labelQuery(requested.label));
  const [plan] = items;
  if (!plan) return unknown("classificationPlanLabel");
  return total === 1 ? attachPlan(plan.id) : AMBIGUOUS;
}

const labelQuery = (label: string) =>
  ({
    page: 1,
    perPage: 1,
    sort: "label",
    direction: "asc",
    conditions: [{ fields: ["label"], join: "or", predicate: "eq", values: [label] }],
  }) as const;

const attachPlan = (classificationPlanId: ClassificationPlanId | null): ResolvedPlan => ({
  patch: { classificationPlanId },
  newPlan: null,
  errors: [],
});

const createPlan = (plan: ClassificationPlan): ResolvedPlan => ({ ...attachPlan(plan.id), newPlan: plan });

const failure = (error: FieldError): ResolvedPlan => ({ patch: {}, newPlan: null, errors: [error] });

const unknown = (field: string): ResolvedPlan => failure({ field, code: "not_found", message: "does not exist" });

const AMBIGUOUS = failure({
  field: "classificationPlanLabel",
  code: "invalid",
  message: "is the label of several plans; use an id",
});
