import { appendAll, readPages } from "@cartulary/kernel";
import { type Cents, cents, minus } from "@cartulary/ledger";
import type { TenantId } from "../../property/people/tenant.ts";
import { fillingKeyOf } from "../computation/filling-order.ts";
import type { BillingStores } from "../ports.ts";
import type { BillingRunLine, Computation } from "./run-line.ts";

/** The free credits of tenants. */
type Credits = ReadonlyMap<TenantId, Cents>;

/** Writes on tenant lines the amount that the tenant's free credit covers (rental.md 3.3). */
export async function coverByCredits(
  { collections, billingRunLines }: BillingStores,
  { runId, computation }: Computation,
  tenants: readonly TenantId[],
): Promise<void> {
  const credits = await collections.freeCredits(tenants);
  if (credits.size === 0) return;
  const lines: BillingRunLine[] = [];
  const pages = readPages<BillingRunLine>((last) =>
    billingRunLines.page({ runId, computation }, "tenant", { after: last?.id ?? null, limit: PAGE }),
  );
  for await (const page of pages) appendAll(lines, withCredit(page, credits));
  for (const line of coveredLines(lines, credits)) await billingRunLines.update(line);
}

/** Lines read at once. */
const PAGE = 500;

/** Returns the active lines of tenants who have a credit. */
export function withCredit(lines: readonly BillingRunLine[], credits: Credits): readonly BillingRunLine[] {
  return lines.filter(({ tenantId, status }) => status === "active" && tenantId !== null && credits.has(tenantId));
}

/** Returns the lines that the credits cover, with the covered amount: earliest due date first for each tenant. */
export function coveredLines(lines: readonly BillingRunLine[], credits: Credits): readonly BillingRunLine[] {
  const ofTenants = Map.groupBy(lines, ({ tenantId }) => tenantId);
  return [...credits].flatMap(([tenantId, credit]) => {
    let remainder = credit;
    return (ofTenants.get(tenantId) ?? []).toSorted(byDueDate).flatMap((line) => {
      const alreadyPaidCents = cents(Math.max(0, Math.min(remainder, line.amountTtc)));
      remainder = minus(remainder, alreadyPaidCents);
      return alreadyPaidCents === 0 ? [] : [{ ...line, alreadyPaidCents }];
    });
  });
}

const byDueDate = (one: BillingRunLine, other: BillingRunLine): number => (sortKeyOf(one) < sortKeyOf(other) ? -1 : 1);

/** Due date, then the order in which instalments fill lines; the separator precedes all other characters. */
const sortKeyOf = (line: BillingRunLine): string => [line.dueDate, fillingKeyOf(line)].join("\u0000");
