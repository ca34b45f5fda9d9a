import { type FieldError, type Id, wholeNumberRule, withoutNulls } from "@cartulary/kernel";
import { fieldError, unknownError } from "../../agency/field-rules.ts";
import { ELEMENTS_MAX } from "../estate/array-elements.ts";

/** Shares of a unit in a share key. */
export interface Allocation {
  readonly shareKeyId: Id<"ShareKey">;
  readonly shares: number;
}

/** An allocation with the name of its key. */
export interface UnitAllocation extends Allocation {
  readonly shareKeyName: string;
}

export interface AllocationInput {
  readonly shareKeyId: Id<"ShareKey">;
  readonly shares: number;
}

/** Returns the errors of a unit's allocations. `keys` are those of its property. */
export function allocationErrors(sent: readonly AllocationInput[], keys: ReadonlySet<string>): readonly FieldError[] {
  if (sent.length > ELEMENTS_MAX)
    return [fieldError("allocations", "too_long", `has more than ${ELEMENTS_MAX} elements`)];
  const usedKeys = new Set<string>();
  return sent.flatMap(({ shareKeyId, shares }, index) => {
    const at = `allocations[${index}]`;
    const isDuplicate = usedKeys.has(shareKeyId);
    usedKeys.add(shareKeyId);
    return withoutNulls(
      keys.has(shareKeyId) ? null : unknownError(`${at}.shareKeyId`),
      isDuplicate ? fieldError(`${at}.shareKeyId`, "taken", "is a duplicate") : null,
      sharesRule.errorOf(`${at}.shares`, shares),
    );
  });
}

/** Shares of a key, in total and per unit. */
export const SHARES_MAX = 1_000_000_000;

const sharesRule = wholeNumberRule(0, SHARES_MAX);
