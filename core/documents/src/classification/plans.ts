import {
  type Caller,
  type Clock,
  create,
  type FieldError,
  isAdministrator,
  type ListQuery,
  type NewId,
  normalizeLine,
  type OnRemoval,
  orNotFound,
  type Page,
  replayWhileVisible,
  requireAdministrator,
  service,
  single,
  type Transact,
  throwIfInvalid,
  type UseCases,
  write,
} from "@cartulary/kernel";
import type { DocumentStores } from "../ports.ts";
import type {
  ClassificationPlan,
  ClassificationPlanField,
  ClassificationPlanId,
} from "../records/classification-plan.ts";
import { nameRule, passageRule, UNTITLED, valueErrors } from "../values.ts";
import {
  type ClassificationEntryInput,
  type ParsedEntries,
  parseEntries,
  parsePlanCsv,
} from "./plan-entries-parser.ts";

/** Fields of a plan. An absent field keeps its value; on creation it gets its default. */
export interface ClassificationPlanInput {
  readonly label?: string;
  readonly description?: string | null;
  /** Replaces all entries. Default: none. */
  readonly entries?: readonly ClassificationEntryInput[];
  /** The entries as CSV, instead of `entries`; `null` for none. */
  readonly csv?: string | null;
}

/**
 * Classification plans, writable by administrators (403).
 *
 * Administrators read all plans. Other users read plans made by administrators, their own, and those that belong or are
 * attached to a readable workspace; others are 404. Invalid values and rows are 422 with one detail each.
 */
export interface ClassificationPlans {
  list(caller: Caller, query: ListQuery<ClassificationPlanField>): Promise<Page<ClassificationPlan>>;
  get(caller: Caller, id: ClassificationPlanId): Promise<ClassificationPlan>;
  create(caller: Caller, input: ClassificationPlanInput & { readonly label: string }): Promise<ClassificationPlan>;
  /** Documents with a removed code lose their classification. */
  update(
    caller: Caller,
    change: ClassificationPlanInput & { readonly id: ClassificationPlanId },
  ): Promise<ClassificationPlan>;
  /** Workspaces with this plan lose it, and their documents lose their classification. */
  remove(caller: Caller, id: ClassificationPlanId): Promise<void>;
}

interface Creation {
  readonly clock: Clock;
  readonly newId: NewId;
}

interface Dependencies<Stores> extends Creation {
  readonly onRemoval: OnRemoval<Stores>;
}

export function createClassificationPlans<Stores extends DocumentStores>({
  transact,
  ...dependencies
}: Dependencies<Stores> & { readonly transact: Transact<Stores> }): ClassificationPlans {
  return service<ClassificationPlans, Stores>(transact, classificationPlanUseCases(dependencies));
}

/**
 * For packages that run these use cases in their own transactions.
 *
 * Changes of the set of codes tick the tree clock. So no document gets a code that is being removed, and concurrent
 * changes of one plan are serialized.
 */
export function classificationPlanUseCases<Stores extends DocumentStores>({
  clock,
  newId,
  onRemoval,
}: Dependencies<Stores>): UseCases<ClassificationPlans, Stores> {
  return {
    list: single(({ plans }, caller, query) => plans.list(caller, query)),

    get: single(async ({ plans }, caller, id) => orNotFound(await plans.find(caller, id))),

    create: create(
      async ({ plans }, caller, input) => {
        requireAdministrator(caller);
        throwIfInvalid(planErrors(input));
        const plan = newPlan(caller, patchOf(input), { clock, newId });
        await plans.insert(plan);
        return plan;
      },
      replayWhileVisible(async ({ plans }, caller, { id }) => orNotFound(await plans.find(caller, id))),
    ),

    update: write(async ({ plans, tree }, caller, { id, ...input }) => {
      requireAdministrator(caller);
      throwIfInvalid(planErrors(input));
      await tree.tick();
      const plan = { ...orNotFound(await plans.find(caller, id)), ...patchOf(input), updatedAt: clock.now() };
      await plans.update(plan);
      return plan;
    }),

    remove: write(async (stores, caller, id) => {
      requireAdministrator(caller);
      await stores.tree.tick();
      orNotFound(await stores.plans.find(caller, id));
      await stores.plans.remove(id);
      await onRemoval(stores, caller, id);
    }),
  };
}

/** Builds a plan of the caller; it belongs to a workspace only if the patch names one. */
export function newPlan(
  caller: Caller,
  patch: Partial<ClassificationPlan>,
  { clock, newId }: Creation,
): ClassificationPlan {
  const now = clock.now();
  return {
    label: UNTITLED,
    description: null,
    entries: [],
    workspaceId: null,
    ...patch,
    id: newId(),
    createdBy: caller.userId,
    madeByAdministrator: isAdministrator(caller),
    createdAt: now,
    updatedAt: now,
  };
}

/** Returns all errors of the values themselves. */
function planErrors(input: ClassificationPlanInput): readonly FieldError[] {
  const values = valueErrors(input, { label: nameRule, description: passageRule });
  if (input.entries !== undefined && typeof input.csv === "string") {
    return [...values, { field: "csv", code: "invalid", message: "cannot be combined with entries" }];
  }
  return [...values, ...(inputEntries(input)?.errors ?? [])];
}

function inputEntries({ entries, csv }: ClassificationPlanInput): ParsedEntries | undefined {
  if (typeof csv === "string") return parsePlanCsv(csv);
  if (entries) return parseEntries(entries);
  return csv === null ? { entries: [], errors: [] } : undefined;
}

function patchOf(
  input: ClassificationPlanInput,
): Partial<Pick<ClassificationPlan, "label" | "description" | "entries">> {
  const { label, description } = input;
  const entries = inputEntries(input);
  return {
    ...(label !== undefined && { label: normalizeLine(label) }),
    ...(description !== undefined && { description }),
    ...(entries && { entries: entries.entries }),
  };
}
