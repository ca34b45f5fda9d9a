import { type FieldError, type Id, presentErrors } from "@cartulary/kernel";
import { ELEMENTS_MAX } from "../estate/elements.ts";
import { fault, unknownError, wholeNumber } from "../estate/fields.ts";

/** How many shares of a key a unit has. */
export interface Allocation {
  readonly shareKeyId: Id<"ShareKey">;
  readonly shares: number;
}

/** The same with the key's name. */
export interface UnitAllocation extends Allocation {
  readonly shareKeyName: string;
}

/** What is said of an allocation. */
export interface AllocationInput {
  readonly shareKeyId: Id<"ShareKey">;
  readonly shares: number;
}

/** What is wrong with the allocations of a unit, whose property has these keys. */
export function allocationErrors(sent: readonly AllocationInput[], keys: ReadonlySet<string>): readonly FieldError[] {
  if (sent.length > ELEMENTS_MAX) return [fault("allocations", "too_long", `has more than ${ELEMENTS_MAX} elements`)];
  const met = new Set<string>();
  return sent.flatMap(({ shareKeyId, shares }, index) => {
    const at = `allocations[${index}]`;
    const twice = met.has(shareKeyId);
    met.add(shareKeyId);
    return presentErrors(
      keys.has(shareKeyId) ? null : unknownError(`${at}.shareKeyId`),
      twice ? fault(`${at}.shareKeyId`, "taken", "stands twice") : null,
      numberOfShares.errorOf(`${at}.shares`, shares),
    );
  });
}

/** Shares of one key, in all and of one unit. */
export const SHARES_MAX = 1_000_000_000;

const numberOfShares = wholeNumber(0, SHARES_MAX);
