import type { FieldError } from "@cartulary/kernel";
import { type Cents, minus, ZERO } from "@cartulary/ledger";
import { fieldError } from "../../agency/field-rules.ts";
import type { TenantId } from "../../property/people/tenant.ts";
import type { Payment, PaymentId } from "../payments/payment.ts";

/** A line that refunds a tenant's free credit, with its index. */
export interface RefundLine {
  readonly index: number;
  readonly tenantId: TenantId;
  readonly amountCents: Cents;
}

/** The part of a payment that a line refunds. */
export interface Refunded {
  readonly index: number;
  readonly paymentId: PaymentId;
  readonly amountCents: Cents;
}

/** Takes refunds from free credits, earliest payment first. Returns an error for each line exceeding them. */
export function refundsOf(
  lines: readonly RefundLine[],
  credits: readonly Pick<Payment, "id" | "tenantId" | "remainingCents">[],
): { readonly refunds: readonly Refunded[]; readonly errors: readonly FieldError[] } {
  const remainders = new Map(credits.map(({ id, remainingCents }) => [id, remainingCents]));
  const refunds: Refunded[] = [];
  const errors: FieldError[] = [];
  for (const { index, tenantId, amountCents } of lines) {
    let due = amountCents;
    for (const { id } of credits.filter((credit) => credit.tenantId === tenantId)) {
      const available = remainders.get(id) ?? ZERO;
      const refundedCents = available < due ? available : due;
      if (refundedCents === 0) continue;
      refunds.push({ index, paymentId: id, amountCents: refundedCents });
      remainders.set(id, minus(available, refundedCents));
      due = minus(due, refundedCents);
    }
    const most = minus(amountCents, due);
    if (due > 0)
      errors.push(
        fieldError(`lines[${index}].amountCents`, "less_than_or_equal_to", `must be ${most} or less, the free credit`),
      );
  }
  return { refunds, errors };
}
