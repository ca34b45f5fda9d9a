import type { FieldError } from "@cartulary/kernel";
import { type Cents, minus, ZERO } from "@cartulary/ledger";
import { fault } from "../estate/fields.ts";
import type { Payment, PaymentId } from "../payments/payment.ts";
import type { TenantId } from "../people/tenant.ts";

/** A line by which a tenant is given back what stands to his credit, by its place. */
export interface RefundLine {
  readonly index: number;
  readonly tenantId: TenantId;
  readonly amountCents: Cents;
}

/** What a line gives back of a payment. */
export interface Refunded {
  readonly index: number;
  readonly paymentId: PaymentId;
  readonly amountCents: Cents;
}

/**
 * What lines give back of tenants' free credits, of the earliest payments first. Nobody is given back more than he has:
 * the lines that would are named.
 */
export function refundsOf(
  lines: readonly RefundLine[],
  credits: readonly Pick<Payment, "id" | "tenantId" | "remainingCents">[],
): { readonly refunds: readonly Refunded[]; readonly errors: readonly FieldError[] } {
  const left = new Map(credits.map(({ id, remainingCents }) => [id, remainingCents]));
  const refunds: Refunded[] = [];
  const errors: FieldError[] = [];
  for (const { index, tenantId, amountCents } of lines) {
    let due = amountCents;
    for (const { id } of credits.filter((credit) => credit.tenantId === tenantId)) {
      const available = left.get(id) ?? ZERO;
      const taken = available < due ? available : due;
      if (taken === 0) continue;
      refunds.push({ index, paymentId: id, amountCents: taken });
      left.set(id, minus(available, taken));
      due = minus(due, taken);
    }
    const most = minus(amountCents, due);
    if (due > 0)
      errors.push(
        fault(`lines[${index}].amountCents`, "less_than_or_equal_to", `must be ${most} or less: the free credit`),
      );
  }
  return { refunds, errors };
}
