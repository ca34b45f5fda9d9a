import { appendAll, pagesOf } from "@cartulary/kernel";
import { type Cents, cents, minus } from "@cartulary/ledger";
import type { TenantId } from "../people/tenant.ts";
import type { RentalStores } from "../ports.ts";
import type { BillingRunLine, Computation } from "./run-line.ts";

/** Writes on the lines of tenants what stands to their credit and covers them: what is due first, first (rental.md 3.3). */
export async function coverByCredits(
  { collections, billingRunLines }: RentalStores,
  { runId, computation }: Computation,
  tenants: readonly TenantId[],
): Promise<void> {
  const credits = await collections.freeCredits(tenants);
  if (credits.size === 0) return;
  const ofTenants: BillingRunLine[] = [];
  const pages = pagesOf<BillingRunLine>((last) =>
    billingRunLines.page({ runId, computation }, "tenant", { after: last?.id ?? null, limit: PAGE }),
  );
  for await (const page of pages)
    appendAll(
      ofTenants,
      page.filter(({ tenantId, status }) => status === "active" && tenantId !== null && credits.has(tenantId)),
    );
  for (const [tenantId, own] of Map.groupBy(ofTenants, (line) => line.tenantId)) {
    const credit = tenantId === null ? undefined : credits.get(tenantId);
    for (const line of covered(own, credit ?? (0 as Cents))) await billingRunLines.update(line);
  }
}

/** Lines that are read at once. */
const PAGE = 500;

/** Those of the lines of one tenant that a credit covers, with how much. */
function covered(lines: readonly BillingRunLine[], credit: Cents): readonly BillingRunLine[] {
  let left = credit;
  return lines.toSorted(inOrder).flatMap((line) => {
    const alreadyPaidCents = cents(Math.max(0, Math.min(left, line.amountTtc)));
    left = minus(left, alreadyPaidCents);
    return alreadyPaidCents === 0 ? [] : [{ ...line, alreadyPaidCents }];
  });
}

/** Due date, rent before charges, lease, unit, first day. */
function inOrder(one: BillingRunLine, other: BillingRunLine): number {
  const [mine, theirs] = [placeOf(one), placeOf(other)];
  const at = mine.findIndex((part, index) => part !== theirs[index]);
  if (at < 0) return 0;
  return (mine[at] ?? "") < (theirs[at] ?? "") ? -1 : 1;
}

const placeOf = ({ dueDate, billingCategory, leaseReference, unitIdentifier, periodStart }: BillingRunLine) => [
  dueDate ?? "",
  billingCategory === "rent" ? "0" : "1",
  leaseReference ?? "",
  unitIdentifier ?? "",
  periodStart as string,
];
