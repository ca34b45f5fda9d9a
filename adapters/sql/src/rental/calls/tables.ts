import type { Day, Id } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type {
  LeaseId,
  MandateId,
  OwnerId,
  OwnerPayoutId,
  PayoutExportId,
  PayoutStatus,
  RentCallId,
  RentCallKind,
  RentCallStatus,
} from "@cartulary/rental";
import { defineEntity } from "@mikro-orm/core";
import { boolean, type Database, folded, id, instant, integer, text } from "../../engine/columns.ts";
import { dated, datedIndexes, day, key } from "../estate/tables/columns.ts";

/** What tenants were asked to pay. */
export const rentCallRows = defineEntity({
  name: "RentCall",
  tableName: "rent_calls",
  properties: {
    ...key<RentCallId>(),
    reference: text(),
    billingRunId: id<Id<"BillingRun">>(),
    callKey: text(),
    kind: text<RentCallKind>(),
    status: text<RentCallStatus>(),
    leaseId: id<LeaseId>().nullable(),
    leaseReference: text().nullable(),
    leaseReferenceFold: folded().nullable(),
    tenantId: id<Id<"TenantActor">>().nullable(),
    tenantName: text().nullable(),
    tenantNameFold: folded().nullable(),
    periodStart: day(),
    periodEnd: day(),
    dueDate: day(),
    totalAmountCents: integer<Cents>(),
    rentAmountCents: integer<Cents>(),
    chargesAmountCents: integer<Cents>(),
    paidAmountCents: integer<Cents>(),
    remainingAmountCents: integer<Cents>(),
    fullyPaid: boolean(),
    toleratedUntil: text<Day>(),
    sentAt: instant().nullable(),
    ...dated(),
  },
  indexes: [
    ...datedIndexes("rent_calls"),
    { name: "rent_calls_billing_run_id_index", properties: ["mandataireId", "billingRunId"] },
    { name: "rent_calls_lease_id_index", properties: ["mandataireId", "leaseId"] },
    { name: "rent_calls_tenant_id_index", properties: ["mandataireId", "tenantId"] },
    {
      name: "rent_calls_open_index",
      properties: ["mandataireId", "remainingAmountCents"],
      where: "remaining_amount_cents > 0",
    },
  ],
  uniques: [
    { name: "rent_calls_reference_unique", properties: ["mandataireId", "reference"] },
    { name: "rent_calls_call_key_unique", properties: ["mandataireId", "billingRunId", "callKey"] },
  ],
});

/** What was ordered to be paid to owners. */
export const ownerPayoutRows = defineEntity({
  name: "OwnerPayout",
  tableName: "owner_payouts",
  properties: {
    ...key<OwnerPayoutId>(),
    reference: text(),
    ownerId: id<OwnerId>(),
    ownerName: text(),
    ownerNameFold: folded(),
    mandateId: id<MandateId>().nullable(),
    billingRunId: id<Id<"BillingRun">>(),
    amountCents: integer<Cents>(),
    currency: text<"EUR">(),
    status: text<PayoutStatus>(),
    orderedAt: instant(),
    executedAt: instant().nullable(),
    transmittedAt: instant().nullable(),
    exportId: id<PayoutExportId>().nullable(),
    bankAccountId: id<Id<"BankAccount">>().nullable(),
    bankTransactionId: id<Id<"BankTransaction">>().nullable(),
    refusedTransactionId: id<Id<"BankTransaction">>().nullable(),
    ...dated(),
  },
  indexes: [
    ...datedIndexes("owner_payouts"),
    { name: "owner_payouts_billing_run_id_index", properties: ["mandataireId", "billingRunId"] },
    { name: "owner_payouts_owner_id_index", properties: ["mandataireId", "ownerId"] },
    { name: "owner_payouts_mandate_id_index", properties: ["mandataireId", "mandateId"] },
    { name: "owner_payouts_status_index", properties: ["mandataireId", "status", "amountCents"] },
    { name: "owner_payouts_bank_transaction_id_index", properties: ["mandataireId", "bankTransactionId"] },
    { name: "owner_payouts_export_id_index", properties: ["mandataireId", "exportId"] },
  ],
  uniques: [{ name: "owner_payouts_reference_unique", properties: ["mandataireId", "reference"] }],
});

/** What these stores see. */
export type CallTables = Database<typeof rentCallRows | typeof ownerPayoutRows>;
