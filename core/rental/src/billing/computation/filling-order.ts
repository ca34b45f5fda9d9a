import type { Day } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import { TENANT_CATEGORIES, type TenantCategory } from "./tenant-category.ts";

/** The fields that give a tenant's line its place among the lines that an instalment pays. */
interface PlacedLine {
  readonly billingCategory: string;
  readonly leaseReference: string | null;
  readonly unitIdentifier: string | null;
  readonly periodStart: Day;
}

/** The fields that order lines of one place; their ids come last, because they differ between runs. */
interface OrderedLine extends PlacedLine {
  readonly id: string;
  readonly periodEnd: Day;
  readonly adjustment: boolean;
  readonly label: string;
  readonly amountHt: Cents;
  readonly vatAmount: Cents;
}

/**
 * Returns the sort key of a line in the order in which an instalment pays lines: category, lease, unit, first day (rental.md
 * 3.2). The separator precedes all other characters.
 */
export const fillingKeyOf = ({ billingCategory, leaseReference, unitIdentifier, periodStart }: PlacedLine): string => {
  const category = TENANT_CATEGORIES.indexOf(billingCategory as TenantCategory);
  return [category, leaseReference, unitIdentifier, periodStart].join("\u0000");
};

/**
 * Returns lines in the order in which an instalment pays them. Runs with equal lines have equal orders, although their ids
 * differ.
 */
export function inFillingOrder<Line extends OrderedLine>(lines: readonly Line[]): readonly Line[] {
  const keyOf = (line: Line): string =>
    [fillingKeyOf(line), line.periodEnd, line.adjustment, line.label, line.amountHt, line.vatAmount, line.id].join(
      "\u0000",
    );
  return inOrderOf(lines, keyOf);
}

/** Returns items sorted by a key. */
export const inOrderOf = <Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] =>
  items
    .map((item) => [keyOf(item), item] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([, item]) => item);
