import { appendAll, readPages } from "@cartulary/kernel";
import { type Cents, cents, minus } from "@cartulary/ledger";
import type { TenantId } from "../../property/people/tenant.ts";
import { TENANT_CATEGORIES, type TenantCategory } from "../computation/tenant-category.ts";
import type { BillingStores } from "../ports.ts";
import type { BillingRunLine, Computation } from "./run-line.ts";

/** Writes on tenant lines the amount that the tenant's free credit covers, earliest due date first (rental.md 3.3). */
export async function coverByCredits(
  { collections, billingRunLines }: BillingStores,
  { runId, computation }: Computation,
  tenants: readonly TenantId[],
): Promise<void> {
  const credits = await collections.freeCredits(tenants);
  if (credits.size === 0) return;
  const ofTenants: BillingRunLine[] = [];
  const pages = readPages<BillingRunLine>((last) =>
    billingRunLines.page({ runId, computation }, "tenant", { after: last?.id ?? null, limit: PAGE }),
  );
  for await (const page of pages)
    appendAll(
      ofTenants,
      page.filter(({ tenantId, status }) => status === "active" && tenantId !== null && credits.has(tenantId)),
    );
  for (const [tenantId, own] of Map.groupBy(ofTenants, (line) => line.tenantId)) {
    const credit = tenantId === null ? undefined : credits.get(tenantId);
    for (const line of coveredLines(own, credit ?? (0 as Cents))) await billingRunLines.update(line);
  }
}

/** Lines read at once. */
const PAGE = 500;

/** Returns the lines of one tenant that the credit covers, with the covered amount. */
function coveredLines(lines: readonly BillingRunLine[], credit: Cents): readonly BillingRunLine[] {
  let remainder = credit;
  return lines.toSorted(byDueDate).flatMap((line) => {
    const alreadyPaidCents = cents(Math.max(0, Math.min(remainder, line.amountTtc)));
    remainder = minus(remainder, alreadyPaidCents);
    return alreadyPaidCents === 0 ? [] : [{ ...line, alreadyPaidCents }];
  });
}

/** Orders by due date, rent before charges, lease, unit, first day. */
function byDueDate(one: BillingRunLine, other: BillingRunLine): number {
  const [mine, theirs] = [sortKeyOf(one), sortKeyOf(other)];
  const at = mine.findIndex((part, index) => part !== theirs[index]);
  if (at < 0) return 0;
  return (mine[at] ?? "") < (theirs[at] ?? "") ? -1 : 1;
}

const sortKeyOf = ({ dueDate, billingCategory, leaseReference, unitIdentifier, periodStart }: BillingRunLine) => [
  dueDate ?? "",
  String(TENANT_CATEGORIES.indexOf(billingCategory as TenantCategory)),
  leaseReference ?? "",
  unitIdentifier ?? "",
  periodStart as string,
];
