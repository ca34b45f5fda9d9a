import { type Caller, type FieldError, line } from "@cartulary/kernel";
import type { ClassificationPlanStore } from "../ports.ts";
import type { ClassificationPlan, ClassificationPlanId } from "../records/classification-plan.ts";
import type { Workspace, WorkspaceView } from "../records/workspace.ts";
import { nameRule, valueErrors } from "../values.ts";
import { readPlanCsv } from "./entries.ts";
import { newPlan } from "./plans.ts";

/** What may be said of a workspace's plan (documents.md 2.3). */
export interface PlanInput {
  readonly classificationPlanId?: ClassificationPlanId | null;
  /** Beside a CSV the label of the plan that is made of it; beside another id it says nothing. */
  readonly classificationPlanLabel?: string | null;
  /** Null says nothing, as an absent one. */
  readonly classificationPlanCsv?: string | null;
}

/** What a request means by it: a new plan of this CSV, the plan of this id or label, or none at all. */
export type WantedPlan =
  | { readonly by: "csv"; readonly csv: string; readonly label: string | null }
  | { readonly by: "id"; readonly id: ClassificationPlanId }
  | { readonly by: "label"; readonly label: string }
  | { readonly by: "nothing" };

/** The plan that a workspace has. */
type PresentPlan = Pick<WorkspaceView, "classificationPlanId" | "classificationPlanLabel">;

/** What a workspace that is being made has. */
export const NO_PLAN: PresentPlan = { classificationPlanId: null, classificationPlanLabel: null };

/**
 * Which plan a request means instead of the present one; `null` when it keeps that. A CSV always makes a plan, an id goes
 * before a label. What says what is so already says nothing: a record that was read can be sent back with any of it
 * changed.
 */
export function wantedPlan(input: PlanInput, present: PresentPlan): WantedPlan | null {
  const { classificationPlanId: id, classificationPlanLabel, classificationPlanCsv: csv } = input;
  const label = classificationPlanLabel && line(classificationPlanLabel);
  if (typeof csv === "string") return { by: "csv", csv, label: label ?? null };
  if (id && id !== present.classificationPlanId) return { by: "id", id };
  if (label && label !== present.classificationPlanLabel) return { by: "label", label };
  const isTaken = present.classificationPlanId !== null && (id === null || label === null);
  return isTaken ? { by: "nothing" } : null;
}

/** Everything wrong with what is said of the plan, whatever workspace it is meant for. */
export function planInputErrors(input: PlanInput): readonly FieldError[] {
  return valueErrors(input, {
    classificationPlanLabel: nameRule,
    classificationPlanCsv: (_field, csv) => readPlanCsv(csv).errors,
  });
}

/** What a request makes of a workspace's plan. */
export interface ChosenPlan {
  /** Empty where the request says nothing of it. */
  readonly patch: Partial<Pick<Workspace, "classificationPlanId">>;
  /** To be kept once the workspace is. */
  readonly made: ClassificationPlan | null;
  readonly errors: readonly FieldError[];
}

/**
 * The plan that is meant: one that the caller sees, of which a label must mean exactly one, or a new one that belongs
 * to the workspace and is named after it unless it has a label.
 */
export async function chosenPlan(
  plans: ClassificationPlanStore,
  caller: Caller,
  { wanted, workspace }: { readonly wanted: WantedPlan | null; readonly workspace: Pick<Workspace, "id" | "label"> },
  dependencies: Parameters<typeof newPlan>[2],
): Promise<ChosenPlan> {
  if (wanted === null) return { patch: {}, made: null, errors: [] };
  if (wanted.by === "nothing") return chosen(null);
  if (wanted.by === "csv") {
    const { entries } = readPlanCsv(wanted.csv);
    const label = wanted.label ?? workspace.label;
    return made(newPlan(caller, { label, entries, workspaceId: workspace.id }, dependencies));
  }
  if (wanted.by === "id") {
    return (await plans.find(caller, wanted.id)) ? chosen(wanted.id) : unknown("classificationPlanId");
  }
  const { items, total } = await plans.list(caller, labelled(wanted.label));
  const [only] = items;
  if (!only) return unknown("classificationPlanLabel");
  return total === 1 ? chosen(only.id) : AMBIGUOUS;
}

const labelled = (label: string) =>
  ({
    page: 1,
    perPage: 1,
    sort: "label",
    direction: "asc",
    conditions: [{ fields: ["label"], join: "or", predicate: "eq", values: [label] }],
  }) as const;

const chosen = (classificationPlanId: ClassificationPlanId | null): ChosenPlan => ({
  patch: { classificationPlanId },
  made: null,
  errors: [],
});

const made = (plan: ClassificationPlan): ChosenPlan => ({ ...chosen(plan.id), made: plan });

const wrong = (error: FieldError): ChosenPlan => ({ patch: {}, made: null, errors: [error] });

const unknown = (field: string): ChosenPlan =>
  wrong({ field, code: "not_found", message: "is no plan that you may see" });

const AMBIGUOUS = wrong({
  field: "classificationPlanLabel",
  code: "invalid",
  message: "is the label of several plans; name one by its id",
});
