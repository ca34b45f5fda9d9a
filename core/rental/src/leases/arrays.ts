import type { FieldError, Identified, NewId } from "@cartulary/kernel";
import { appendAll } from "@cartulary/kernel";
import { type ElementInput, type ElementRules, elementErrors, replacedElements } from "../estate/elements.ts";
import { fault, orderError } from "../estate/fields.ts";
import type { ElementStore } from "../estate/store.ts";
import { type BreakDate, type BreakDateInput, blankBreakDate, breakDateRules } from "./break-date.ts";
import { blankCappingRule, type CappingRule, type CappingRuleInput, cappingRuleRules } from "./capping-rule.ts";
import {
  blankFranchisePeriod,
  type FranchisePeriod,
  type FranchisePeriodInput,
  franchisePeriodRules,
} from "./franchise-period.ts";
import { blankGliPolicy, type GliPolicy, type GliPolicyInput, gliPolicyRules } from "./gli-policy.ts";
import type { LeaseId } from "./lease.ts";
import {
  blankSupportMeasure,
  type SupportMeasure,
  type SupportMeasureInput,
  supportMeasureRules,
} from "./support-measure.ts";

/** The arrays that a lease has beside its units, its terms and its parties. */
export interface LeaseArrays {
  readonly gliPolicies: readonly GliPolicy[];
  readonly breakDates: readonly BreakDate[];
  readonly franchisePeriods: readonly FranchisePeriod[];
  readonly cappingRules: readonly CappingRule[];
  readonly supportMeasures: readonly SupportMeasure[];
}

/** What may be said of them: each array that is given replaces the present one. */
export interface LeaseArraysInput {
  readonly gliPolicies?: readonly GliPolicyInput[];
  readonly breakDates?: readonly BreakDateInput[];
  readonly franchisePeriods?: readonly FranchisePeriodInput[];
  readonly cappingRules?: readonly CappingRuleInput[];
  readonly supportMeasures?: readonly SupportMeasureInput[];
}

/** Where they are kept. */
export type LeaseArrayStores = {
  readonly [Name in keyof LeaseArrays]: ElementStore<LeaseId, LeaseArrays[Name][number]>;
};

/** What one of the arrays is made of. */
interface ArrayOf<Element extends Identified, Input extends ElementInput> {
  readonly rules: ElementRules<Input>;
  /** What a new element is until something is said of it; its required fields are said. */
  readonly blank: object;
  /** What is wrong with an element as it will be. */
  readonly faults?: (at: string, element: Element, input: Input) => readonly (FieldError | null)[];
}

type Arrays = {
  readonly [Name in keyof LeaseArrays]: ArrayOf<LeaseArrays[Name][number], NonNullable<LeaseArraysInput[Name]>[number]>;
};

const ARRAYS: Arrays = {
  gliPolicies: {
    rules: gliPolicyRules,
    blank: blankGliPolicy,
    faults: (at, { startDate, endDate }) => [orderError(`${at}endDate`, startDate, endDate)],
  },
  breakDates: {
    rules: breakDateRules,
    blank: blankBreakDate,
    faults: (at, { noticeDeadline, breakDate }) => [orderError(`${at}breakDate`, noticeDeadline, breakDate)],
  },
  franchisePeriods: {
    rules: franchisePeriodRules,
    blank: blankFranchisePeriod,
    faults: (at, { startDate, endDate, franchiseType }, { id, reductionPercent }) => [
      orderError(`${at}endDate`, startDate, endDate),
      id === undefined && reductionPercent === undefined && franchiseType !== "rent_free"
        ? fault(`${at}reductionPercent`, "blank", "can't be blank where something is still paid")
        : null,
    ],
  },
  cappingRules: { rules: cappingRuleRules, blank: blankCappingRule },
  supportMeasures: {
    rules: supportMeasureRules,
    blank: blankSupportMeasure,
    faults: (at, { validFrom, validTo }) => [orderError(`${at}validTo`, validFrom, validTo)],
  },
};

/** One array whatever it is of: the compiler does not follow which name goes with which element. */
type AnyArray = ArrayOf<Identified, ElementInput>;
type AnyStore = ElementStore<LeaseId, Identified>;

const NAMES = Object.keys(ARRAYS) as (keyof LeaseArrays)[];

/** What is wrong with the arrays that were sent for a lease; `null` for one that is being made. */
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
  present: readonly Identified[],
): readonly FieldError[] {
  const array = ARRAYS[name] as unknown as AnyArray;
  const errors = elementErrors(name, sent, present, array.rules);
  if (errors.length > 0 || !array.faults) return errors;
  const replaced = replacedElements(sent, present, array.rules.rules, { blank: array.blank, newId: () => "" as never });
  return replaced.flatMap((element, index) =>
    (array.faults?.(`${name}[${index}].`, element, sent[index] as ElementInput) ?? []).filter(
      (error) => error !== null,
    ),
  );
}

/** Writes the arrays that were sent, in which {@link arrayErrors} found nothing. */
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
    const { rules, blank } = ARRAYS[name] as unknown as AnyArray;
    await store.replace(id, replacedElements(sent, await store.of(id), rules.rules, { blank, newId }));
  }
}

/** Empties them all. */
export async function removeArrays(stores: LeaseArrayStores, id: LeaseId): Promise<void> {
  for (const name of NAMES) await (stores[name] as AnyStore).replace(id, []);
}
