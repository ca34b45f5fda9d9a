import { type BulkRows, bulkRows, type RentalListGround, rentalListGround } from "./rental-list-ground.ts";
import { paymentList } from "./roof/payments.ts";
import type { Engine } from "./scene.ts";

/** Payments that one lease makes. */
const OF_A_LEASE = 50;

/** A host and its roof over so many payments of each mandataire, and a user who works for the first. */
export function paymentGround(
  engine: Engine,
  { mandataires, each }: { readonly mandataires: number; readonly each: number },
): Promise<RentalListGround> {
  const filling = (first: string) => {
    const leases = bulkRows(engine, { first, mandataires, each: each / OF_A_LEASE });
    const payments = bulkRows(engine, { first, mandataires, each });
    return [...(mandataires > 1 ? [payments.others] : []), ...leasesIn(leases), ...paymentsIn(payments), payments.end];
  };
  return rentalListGround(engine, { filling, list: paymentList });
}

/** A lease and a tenant for every so many payments. */
function leasesIn({ id, no, text, dated, named, insert }: BulkRows): readonly string[] {
  return [
    insert("tenants", {
      ...{ id: id("r"), profile_id: id("r"), ...named("display_name", `'T' || ${text("r")}`) },
      ...{ tenant_type: "'individual'", accounting_code: `'LOC' || ${text("r")}`, ...dated },
    }),
    insert("leases", {
      ...{ id: id("r"), ...named("reference", `'B' || ${text("r")}`), lease_type: "'other'", status: "'active'" },
      ...{ start_date: "'2020-01-01'", auto_renewal: no, revision_mode: "'manual'", proration: "'actual_month'" },
      ...dated,
    }),
  ];
}

/** Three quarters of them pay calls whole. Days come as the bank brings them, over a year, each lease's in turn. */
function paymentsIn({ id, text, dated, named, insert }: BulkRows): readonly string[] {
  const day = `'2025-' || substr(${text("101 + r * 7919 % 12")}, 2) || '-' || substr(${text("101 + r * 31 % 28")}, 2)`;
  const whose = `(r + ${OF_A_LEASE - 1}) / ${OF_A_LEASE}`;
  const isWhole = "r % 4 > 0";
  const paid = { amount_cents: "60000 + r % 1000", currency: "'EUR'", direction: "'inbound'" };
  return [
    insert("bank_transactions", {
      ...{ id: id("r"), ...named("bank_reference", `'B-' || ${text("r")}`), booked_on: day, ...paid },
      ...{ ...named("label", `'VIR ' || ${text("r")}`), status: "'matched'", payment_id: id("r"), ...dated },
    }),
    insert("payments", {
      ...{ id: id("r"), reference: `'EN-2025-' || ${text("1000000 + r")}`, bank_transaction_id: id("r"), ...paid },
      ...{ allocated_cents: `case when ${isWhole} then 60000 + r % 1000 else 1000 end`, refunded_cents: "0" },
      ...{ remaining_cents: `case when ${isWhole} then 0 else 59000 + r % 1000 end`, payment_date: day },
      ...{ payment_method: "'bank_transfer'", entry_id: id("r"), entries_count: "1" },
      ...{ status: `case when ${isWhole} then 'allocated' else 'partially_allocated' end` },
      ...{ tenant_id: id(whose), ...named("tenant_name", `'T' || ${text(whose)}`) },
      ...{ lease_id: id(whose), ...named("lease_reference", `'B' || ${text(whose)}`), ...dated },
    }),
  ];
}
