import type { FieldError, HasId, NewId, RecordDeclaration } from "@cartulary/kernel";
import { appendAll } from "@cartulary/kernel";
import { fieldError, orderError } from "../../agency/field-rules.ts";
import { type ElementInput, elementErrors, mergeElements } from "../estate/array-elements.ts";
import type { ElementStore } from "../estate/store.ts";
import { type BreakDate, type BreakDateInput, breakDateRecord } from "./break-date.ts";
import { type CappingRule, type CappingRuleInput, cappingRuleRecord } from "./capping-rule.ts";
import { type FranchisePeriod, type FranchisePeriodInput, franchisePeriodRecord } from "./franchise-period.ts";
import { type GliPolicy, type GliPolicyInput, gliPolicyRecord } from "./gli-policy.ts";
import type { LeaseId } from "./lease.ts";
import { type SupportMeasure, type SupportMeasureInput, supportMeasureRecord } from "./support-measure.ts";

/** Arrays of a lease apart from its units, terms and parties. */
export interface LeaseArrays {
  readonly gliPolicies: readonly GliPolicy[];
  readonly breakDates: readonly BreakDate[];
  readonly franchisePeriods: readonly FranchisePeriod[];
  readonly cappingRules: readonly CappingRule[];
  readonly supportMeasures: readonly SupportMeasure[];
}

/** Arrays of a lease's body. Each array that is present replaces the stored one. */
export interface LeaseArraysInput {
  readonly gliPolicies?: readonly GliPolicyInput[];
  readonly breakDates?: readonly BreakDateInput[];
  readonly franchisePeriods?: readonly FranchisePeriodInput[];
  readonly cappingRules?: readonly CappingRuleInput[];
  readonly supportMeasures?: readonly SupportMeasureInput[];
}

export type LeaseArrayStores = {
  readonly [Name in keyof LeaseArrays]: ElementStore<LeaseId, LeaseArrays[Name][number]>;
};

/** Validation and defaults of one array. */
interface ArrayOf<Element extends HasId, Input extends ElementInput> {
  readonly declared: RecordDeclaration;
  /** Returns errors of the merged element as a whole. */
  readonly errorsOfElement?: (at: string, element: Element, input: Input) => readonly (FieldError | null)[];
}

type Arrays = {
  readonly [Name in keyof LeaseArrays]: ArrayOf<LeaseArrays[Name][number], NonNullable<LeaseArraysInput[Name]>[number]>;
};

const ARRAYS: Arrays = {
  gliPolicies: {
    declared: gliPolicyRecord,
    errorsOfElement: (at, { startDate, endDate }) => [orderError(`${at}endDate`, startDate, endDate)],
  },
  breakDates: {
    declared: breakDateRecord,
    errorsOfElement: (at, { noticeDeadline, breakDate }) => [orderError(`${at}breakDate`, noticeDeadline, breakDate)],
  },
  franchisePeriods: {
    declared: franchisePeriodRecord,
    errorsOfElement: (at, { startDate, endDate, franchiseType }, { id, reductionPercent }) => [
      orderError(`${at}endDate`, startDate, endDate),
      id === undefined && reductionPercent === undefined && franchiseType !== "rent_free"
        ? fieldError(`${at}reductionPercent`, "blank", "can't be blank unless the franchise is rent_free")
        : null,
    ],
  },
  cappingRules: { declared: cappingRuleRecord },
  supportMeasures: {
    declared: supportMeasureRecord,
    errorsOfElement: (at, { validFrom, validTo }) => [orderError(`${at}validTo`, validFrom, validTo)],
  },
};

/** Any of the arrays. The type system cannot relate a name to its element type here. */
type AnyArray = ArrayOf<HasId, ElementInput>;
type AnyStore = ElementStore<LeaseId, HasId>;

const NAMES = Object.keys(ARRAYS) as (keyof LeaseArrays)[];

/** Returns the errors of the arrays in a body. `id` is `null` for a new lease. */
export async function arrayErrors(
  stores: LeaseArrayStores,
  id: LeaseId | null,
  input: LeaseArraysInput,
): Promise<readonly FieldError[]> {
  const errors: FieldError[] = [];
  for (const name of NAMES) {
    const sent = input[name] as readonly ElementInput[] | undefined;
    if (!sent) continue;
    const present = id === null ? [] : await (stores[name] as AnyStore).of(id);
    appendAll(errors, errorsIn(name, sent, present));
  }
  return errors;
}

function errorsIn(
  name: keyof LeaseArrays,
  sent: readonly ElementInput[],
  present: readonly HasId[],
): readonly FieldError[] {
  const array = ARRAYS[name] as unknown as AnyArray;
  const errors = elementErrors(name, sent, present, array.declared);
  if (errors.length > 0 || !array.errorsOfElement) return errors;
  const replaced = mergeElements(sent, present, array.declared, { newId: () => "" as never });
  return replaced.flatMap((element, index) =>
    (array.errorsOfElement?.(`${name}[${index}].`, element, sent[index] as ElementInput) ?? []).filter(
      (error) => error !== null,
    ),
  );
}

/** Replaces the arrays in a body. Requires that {@link arrayErrors} found none. */
export async function replaceArrays(
  stores: LeaseArrayStores,
  id: LeaseId,
  input: LeaseArraysInput,
  newId: NewId,
): Promise<void> {
  for (const name of NAMES) {
    const sent = input[name] as readonly ElementInput[] | undefined;
    if (!sent) continue;
    const store = stores[name] as AnyStore;
    await store.replace(id, mergeElements(sent, await store.of(id), ARRAYS[name].declared, { newId }));
  }
}

/** Removes all elements of the lease's arrays. */
export async function removeArrays(stores: LeaseArrayStores, id: LeaseId): Promise<void> {
  for (const name of NAMES) await (stores[name] as AnyStore).replace(id, []);
}
