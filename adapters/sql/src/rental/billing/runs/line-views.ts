import {
  type BillingRunLine,
  type BillingRunLineField,
  type BillingRunLineView,
  billingRunLineListing,
} from "@cartulary/rental/billing";
import { type RawBuilder, sql } from "kysely";
import type { Dialect } from "../../../engine/dialect.ts";
import { type Columns, columnsOf } from "../../../records/listing.ts";
import { billingRunLineRows } from "./tables.ts";

/** The lines of a computation under their table's name, with computed fields to filter and sort by. */
export function linesWithComputed({ types, greaterOf }: Dialect): RawBuilder<unknown> {
  // Owners' charges and credits to tenants are below zero: nothing of them is left to pay (rental.md 3.2).
  const remaining = greaterOf(sql`amount_ttc - already_paid_cents`, sql`0`);
  return sql`(select billing_run_lines.*, 'EUR' as currency,
    ${remaining} as remaining_cents,
    cast(null as ${sql.raw(types.integer)}) as charge_provision, (
      select rent_calls.id from rent_calls
      where rent_calls.mandataire_id = billing_run_lines.mandataire_id
        and rent_calls.billing_run_id = billing_run_lines.billing_run_id
        and rent_calls.call_key = billing_run_lines.call_key and billing_run_lines.status = 'active'
    ) as rent_call_id
    from billing_run_lines)`;
}

const TTC = { ref: "billing_run_lines.amount_ttc", nullable: false };

/** The column of each field of a list of lines. */
export const lineColumns: Columns<BillingRunLineField> = {
  ...columnsOf(billingRunLineListing, billingRunLineRows),
  computedAmount: TTC,
  totalAmount: TTC,
  totalDueCents: TTC,
  remainingCents: { ref: "billing_run_lines.remaining_cents", nullable: false },
  currency: { ref: "billing_run_lines.currency", nullable: false },
  chargeProvision: { ref: "billing_run_lines.charge_provision", nullable: true },
  rentCallId: { ref: "billing_run_lines.rent_call_id", nullable: true },
};

/** The computed fields of a row of {@link linesWithComputed}. */
export interface ComputedLineRow {
  readonly remaining_cents: BillingRunLineView["remainingCents"];
  readonly rent_call_id: BillingRunLineView["rentCallId"];
}

/** Returns the view of a line. */
export function lineView(line: BillingRunLine, computed: ComputedLineRow): BillingRunLineView {
  const {
    mandataireId: _m,
    computation: _c,
    isAlreadyBilled: _b,
    basis: _d,
    leaseUnitId: _u,
    mandateId: _n,
    ...others
  } = line;
  const {
    serviceId: _s,
    insurerName: _i,
    chargedFor: _f,
    callKey: _k,
    suspenseHt: _h,
    suspenseVat: _v,
    createdAt: _a,
    ...shown
  } = others;
  const { amountTtc } = line;
  return {
    ...shown,
    ...{ computedAmount: amountTtc, totalAmount: amountTtc, totalDueCents: amountTtc },
    remainingCents: computed.remaining_cents,
    chargeProvision: null,
    currency: "EUR",
    rentCallId: computed.rent_call_id,
  };
}
