import type { Day, Id } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type {
  BillingRunId,
  Contribution,
  DepositDeduction,
  DepositKeeper,
  DepositStatus,
  OwnerPayoutId,
  PayoutExportId,
  PayoutKind,
  PayoutStatus,
  ReminderId,
  ReminderLetter,
  ReminderLevel,
  RentCallId,
  RentCallKind,
  RunLineId,
  SecurityDepositId,
} from "@cartulary/rental/billing";
import type { LeaseId, MandateId, OwnerId, RentCallStatus } from "@cartulary/rental/property";
import { defineEntity } from "@mikro-orm/core";
import { boolean, type Database, foldedText, id, instant, integer, json, text } from "../../../engine/columns.ts";
import { day, key, timestampColumns, timestampIndexes } from "../../property/tables/columns.ts";

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
    leaseReferenceFold: foldedText().nullable(),
    tenantId: id<Id<"TenantActor">>().nullable(),
    tenantName: text().nullable(),
    tenantNameFold: foldedText().nullable(),
    periodStart: day(),
    periodEnd: day(),
    dueDate: day(),
    totalAmountCents: integer<Cents>(),
    rentAmountCents: integer<Cents>(),
    chargesAmountCents: integer<Cents>(),
    otherAmountCents: integer<Cents>().default(0 as Cents),
    paidAmountCents: integer<Cents>(),
    remainingAmountCents: integer<Cents>(),
    fullyPaid: boolean(),
    contributions: json<readonly Contribution[]>().nullable(),
    sentAt: instant().nullable(),
    ...timestampColumns(),
  },
  indexes: [
    ...timestampIndexes("rent_calls"),
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

export const ownerPayoutRows = defineEntity({
  name: "OwnerPayout",
  tableName: "owner_payouts",
  properties: {
    ...key<OwnerPayoutId>(),
    reference: text(),
    kind: text<PayoutKind>().default("owner"),
    ownerId: id<OwnerId>().nullable(),
    ownerName: text(),
    ownerNameFold: foldedText(),
    tenantId: id<Id<"TenantActor">>().nullable(),
    securityDepositId: id<Id<"SecurityDeposit">>().nullable(),
    mandateId: id<MandateId>().nullable(),
    billingRunId: id<Id<"BillingRun">>().nullable(),
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
    ...timestampColumns(),
  },
  indexes: [
    ...timestampIndexes("owner_payouts"),
    { name: "owner_payouts_billing_run_id_index", properties: ["mandataireId", "billingRunId"] },
    { name: "owner_payouts_owner_id_index", properties: ["mandataireId", "ownerId"] },
    { name: "owner_payouts_mandate_id_index", properties: ["mandataireId", "mandateId"] },
    { name: "owner_payouts_status_index", properties: ["mandataireId", "status", "amountCents"] },
    { name: "owner_payouts_bank_transaction_id_index", properties: ["mandataireId", "bankTransactionId"] },
    { name: "owner_payouts_tenant_id_index", properties: ["mandataireId", "tenantId"] },
    { name: "owner_payouts_security_deposit_id_index", properties: ["mandataireId", "securityDepositId"] },
    { name: "owner_payouts_export_id_index", properties: ["mandataireId", "exportId"] },
  ],
  uniques: [{ name: "owner_payouts_reference_unique", properties: ["mandataireId", "reference"] }],
});

export const reminderRows = defineEntity({
  name: "RentCallReminder",
  tableName: "rent_call_reminders",
  properties: {
    ...key<ReminderId>(),
    rentCallId: id<RentCallId>(),
    level: integer<ReminderLevel>(),
    amountCents: integer<Cents>(),
    letter: json<ReminderLetter>(),
    createdAt: instant(),
  },
  indexes: [
    { name: "rent_call_reminders_rent_call_id_index", properties: ["mandataireId", "rentCallId"] },
    { name: "rent_call_reminders_created_at_index", properties: ["mandataireId", "createdAt", "id"] },
  ],
});

export type ReminderTables = Database<typeof reminderRows>;

export const securityDepositRows = defineEntity({
  name: "SecurityDeposit",
  tableName: "security_deposits",
  properties: {
    ...key<SecurityDepositId>(),
    leaseId: id<LeaseId>(),
    leaseReference: text(),
    leaseReferenceFold: foldedText(),
    tenantId: id<Id<"TenantActor">>().nullable(),
    tenantName: text().nullable(),
    tenantNameFold: foldedText().nullable(),
    amountCents: integer<Cents>(),
    receivedCents: integer<Cents>(),
    heldBy: text<DepositKeeper>(),
    status: text<DepositStatus>(),
    billingRunId: id<BillingRunId>().nullable(),
    rentCallId: id<RentCallId>().nullable(),
    lineId: id<RunLineId>().nullable(),
    inConformity: boolean().nullable(),
    keysReturnedOn: text<Day>().nullable(),
    returnedOn: text<Day>().nullable(),
    returnedAt: instant().nullable(),
    arrearsCents: integer<Cents>(),
    deductions: json<readonly DepositDeduction[]>(),
    ...timestampColumns(),
  },
  indexes: [
    ...timestampIndexes("security_deposits"),
    { name: "security_deposits_lease_id_index", properties: ["mandataireId", "leaseId"] },
    { name: "security_deposits_tenant_id_index", properties: ["mandataireId", "tenantId"] },
    { name: "security_deposits_billing_run_id_index", properties: ["mandataireId", "billingRunId"] },
    { name: "security_deposits_rent_call_id_index", properties: ["mandataireId", "rentCallId"] },
    {
      name: "security_deposits_unreturned_index",
      properties: ["mandataireId"],
      where: "returned_at is null",
    },
  ],
});

export type CallTables = Database<typeof rentCallRows | typeof ownerPayoutRows | typeof securityDepositRows>;
