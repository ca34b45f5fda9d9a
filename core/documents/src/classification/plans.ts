import {
  type Caller,
  type Clock,
  create,
  existing,
  type FieldError,
  isAdministrator,
  type ListQuery,
  line,
  type NewId,
  type OnRemoval,
  type Page,
  requireAdministrator,
  requireSound,
  service,
  single,
  type Transact,
  type UseCases,
  whileFound,
  write,
} from "@cartulary/kernel";
import type { DocumentStores } from "../ports.ts";
import type {
  ClassificationPlan,
  ClassificationPlanField,
  ClassificationPlanId,
} from "../records/classification-plan.ts";
import { nameRule, passageRule, UNTITLED, valueErrors } from "../values.ts";
import { type ClassificationEntryInput, type ReadEntries, readEntries, readPlanCsv } from "./entries.ts";

/** What may be said of a plan. An absent field keeps its value; on creation it gets its default. */
export interface ClassificationPlanInput {
  readonly label?: string;
  readonly description?: string | null;
  /** Replaces all entries. None on creation unless it is said. */
  readonly entries?: readonly ClassificationEntryInput[];
  /** The same as CSV text, in place of `entries`; null for none. */
  readonly csv?: string | null;
}

/**
 * Classification plans: changed by administrators (403), and seen by them all.
 *
 * Others see what an administrator made, what they made themselves, and what belongs or is attached to a workspace that
 * they may read; the rest is not found (404). Values out of their bounds and rows that cannot be read are 422 with a
 * detail each.
 */
export interface ClassificationPlans {
  list(caller: Caller, query: ListQuery<ClassificationPlanField>): Promise<Page<ClassificationPlan>>;
  get(caller: Caller, id: ClassificationPlanId): Promise<ClassificationPlan>;
  create(caller: Caller, input: ClassificationPlanInput & { readonly label: string }): Promise<ClassificationPlan>;
  /** Documents that are filed under a code that goes are filed under none from then on. */
  update(
    caller: Caller,
    change: ClassificationPlanInput & { readonly id: ClassificationPlanId },
  ): Promise<ClassificationPlan>;
  /** Workspaces that have it have none from then on, and their documents are filed under nothing. */
  remove(caller: Caller, id: ClassificationPlanId): Promise<void>;
}

interface Making {
  readonly clock: Clock;
  readonly newId: NewId;
}

interface Dependencies<Stores> extends Making {
  readonly onRemoval: OnRemoval<Stores>;
}

export function createClassificationPlans<Stores extends DocumentStores>({
  transact,
  ...dependencies
}: Dependencies<Stores> & { readonly transact: Transact<Stores> }): ClassificationPlans {
  return service<ClassificationPlans, Stores>(transact, classificationPlanUseCases(dependencies));
}

/**
 * For packages that need these inside a transaction of their own.
 *
 * Whatever changes which codes there are ticks the tree clock: so no document is put under a code that is going, and
 * what two administrators change of one plan comes one after the other.
 */
export function classificationPlanUseCases<Stores extends DocumentStores>({
  clock,
  newId,
  onRemoval,
}: Dependencies<Stores>): UseCases<ClassificationPlans, Stores> {
  return {
    list: single(({ plans }, caller, query) => plans.list(caller, query)),

    get: single(async ({ plans }, caller, id) => existing(await plans.find(caller, id))),

    create: create(
      async ({ plans }, caller, input) => {
        requireAdministrator(caller);
        requireSound(planErrors(input));
        const plan = newPlan(caller, patchOf(input), { clock, newId });
        await plans.insert(plan);
        return plan;
      },
      whileFound(async ({ plans }, caller, { id }) => existing(await plans.find(caller, id))),
    ),

    update: write(async ({ plans, tree }, caller, { id, ...input }) => {
      requireAdministrator(caller);
      requireSound(planErrors(input));
      await tree.tick();
      const plan = { ...existing(await plans.find(caller, id)), ...patchOf(input), updatedAt: clock.now() };
      await plans.update(plan);
      return plan;
    }),

    remove: write(async (stores, caller, id) => {
      requireAdministrator(caller);
      await stores.tree.tick();
      existing(await stores.plans.find(caller, id));
      await stores.plans.remove(id);
      await onRemoval(stores, caller, id);
    }),
  };
}

/** A plan that the caller makes, of its own unless it is for a workspace. */
export function newPlan(
  caller: Caller,
  patch: Partial<ClassificationPlan>,
  { clock, newId }: Making,
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

/** Everything wrong with the values themselves, whatever plan they are meant for. */
function planErrors(input: ClassificationPlanInput): readonly FieldError[] {
  const values = valueErrors(input, { label: nameRule, description: passageRule });
  if (input.entries !== undefined && typeof input.csv === "string") {
    return [...values, { field: "csv", code: "invalid", message: "cannot be given together with entries" }];
  }
  return [...values, ...(inputEntries(input)?.errors ?? [])];
}

function inputEntries({ entries, csv }: ClassificationPlanInput): ReadEntries | undefined {
  if (typeof csv === "string") return readPlanCsv(csv);
  if (entries) return readEntries(entries);
  return csv === null ? { entries: [], errors: [] } : undefined;
}

/** What the input says of a plan, as it is kept. */
function patchOf(
  input: ClassificationPlanInput,
): Partial<Pick<ClassificationPlan, "label" | "description" | "entries">> {
  const { label, description } = input;
  const entries = inputEntries(input);
  return {
    ...(label !== undefined && { label: line(label) }),
    ...(description !== undefined && { description }),
    ...(entries && { entries: entries.entries }),
  };
}
