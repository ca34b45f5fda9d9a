import type { Day, Id } from "@cartulary/kernel";
import type { Cents, EntryId, LineId } from "@cartulary/ledger";
import type {
  AllocationStatus,
  BankDirection,
  BankMethod,
  BankTransactionId,
  BankTransactionStatus,
  BillingRunId,
  LeaseId,
  OwnerId,
  PaymentAllocationId,
  PaymentId,
  PaymentMethod,
  PaymentStatus,
  RentCallId,
  RunLineId,
  TenantId,
} from "@cartulary/rental";
import { defineEntity } from "@mikro-orm/core";
import { boolean, type Database, folded, id, integer, text } from "../../engine/columns.ts";
import type { BillingTables } from "../billing/tables.ts";
import type { CallTables } from "../calls/tables.ts";
import { dated, datedIndexes, day, key } from "../estate/tables/columns.ts";

/** What moved on the mandants' account. */
export const bankTransactionRows = defineEntity({
  name: "BankTransaction",
  tableName: "bank_transactions",
  properties: {
    ...key<BankTransactionId>(),
    bankReference: text(),
    bankReferenceFold: folded(),
    bookedOn: day(),
    amountCents: integer<Cents>(),
    currency: text<"EUR">(),
    direction: text<BankDirection>(),
    label: text().nullable(),
    labelFold: folded().nullable(),
    counterpartyName: text().nullable(),
    counterpartyNameFold: folded().nullable(),
    counterpartyIban: text().nullable(),
    method: text<BankMethod>().nullable(),
    reverses: text().nullable(),
    status: text<BankTransactionStatus>(),
    paymentId: id<PaymentId>().nullable(),
    entryId: id<EntryId>().nullable(),
    tenantLineId: id<LineId>().nullable(),
    ...dated(),
  },
  indexes: [
    ...datedIndexes("bank_transactions"),
    { name: "bank_transactions_payment_id_index", properties: ["mandataireId", "paymentId"] },
  ],
  uniques: [{ name: "bank_transactions_bank_reference_unique", properties: ["mandataireId", "bankReference"] }],
});

/** What tenants paid. */
export const paymentRows = defineEntity({
  name: "Payment",
  tableName: "payments",
  properties: {
    ...key<PaymentId>(),
    reference: text(),
    bankTransactionId: id<BankTransactionId>(),
    amountCents: integer<Cents>(),
    allocatedCents: integer<Cents>(),
    refundedCents: integer<Cents>(),
    remainingCents: integer<Cents>(),
    currency: text<"EUR">(),
    paymentDate: day(),
    paymentMethod: text<PaymentMethod>(),
    direction: text<"inbound">(),
    status: text<PaymentStatus>(),
    tenantId: id<TenantId>().nullable(),
    tenantName: text().nullable(),
    tenantNameFold: folded().nullable(),
    leaseId: id<LeaseId>().nullable(),
    leaseReference: text().nullable(),
    leaseReferenceFold: folded().nullable(),
    bankAccountId: id<Id<"BankAccount">>().nullable(),
    entryId: id<EntryId>(),
    entriesCount: integer(),
    creditLineId: id<LineId>().nullable(),
    ...dated(),
  },
  indexes: [
    ...datedIndexes("payments"),
    { name: "payments_bank_transaction_id_index", properties: ["mandataireId", "bankTransactionId"] },
    { name: "payments_tenant_id_index", properties: ["mandataireId", "tenantId"] },
    { name: "payments_lease_id_index", properties: ["mandataireId", "leaseId"] },
    { name: "payments_payment_date_index", properties: ["mandataireId", "paymentDate", "id"] },
    { name: "payments_status_index", properties: ["mandataireId", "status", "paymentDate", "id"] },
  ],
  uniques: [{ name: "payments_reference_unique", properties: ["mandataireId", "reference"] }],
});

/** What payments pay. */
export const paymentAllocationRows = defineEntity({
  name: "PaymentAllocation",
  tableName: "payment_allocations",
  properties: {
    ...key<PaymentAllocationId>(),
    paymentId: id<PaymentId>(),
    rentCallId: id<RentCallId>(),
    billingRunId: id<BillingRunId>(),
    computation: integer(),
    lineId: id<RunLineId>(),
    htCents: integer<Cents>(),
    vatCents: integer<Cents>(),
    allocationDate: text<Day>(),
    status: text<AllocationStatus>(),
    tenantLineId: id<LineId>(),
    transferId: id<EntryId>().nullable(),
    madeByRunId: id<BillingRunId>().nullable(),
    ...dated(),
  },
  indexes: [
    { name: "payment_allocations_payment_id_index", properties: ["mandataireId", "paymentId"] },
    { name: "payment_allocations_rent_call_id_index", properties: ["mandataireId", "rentCallId"] },
    { name: "payment_allocations_billing_run_id_index", properties: ["mandataireId", "billingRunId"] },
    { name: "payment_allocations_made_by_run_id_index", properties: ["mandataireId", "madeByRunId"] },
    { name: "payment_allocations_tenant_line_id_index", properties: ["mandataireId", "tenantLineId"] },
  ],
});

/** Whose that is. */
export const collectedPartRows = defineEntity({
  name: "CollectedPart",
  tableName: "collected_parts",
  properties: {
    ...key<Id<"CollectedPart">>(),
    allocationId: id<PaymentAllocationId>(),
    ownerId: id<OwnerId>(),
    bookedOn: text<Day>(),
    isAccrual: boolean(),
    htCents: integer<Cents>(),
    vatCents: integer<Cents>(),
    status: text<AllocationStatus>(),
    remittedByRunId: id<BillingRunId>().nullable(),
  },
  indexes: [
    { name: "collected_parts_allocation_id_index", properties: ["mandataireId", "allocationId"] },
    { name: "collected_parts_owner_id_index", properties: ["mandataireId", "ownerId"] },
    { name: "collected_parts_remitted_by_run_id_index", properties: ["mandataireId", "remittedByRunId"] },
    {
      name: "collected_parts_waiting_index",
      properties: ["mandataireId", "ownerId", "bookedOn"],
      where: "remitted_by_run_id is null",
    },
  ],
});

/** The tables of money that comes in. */
export const moneyInEntities = [bankTransactionRows, paymentRows, paymentAllocationRows, collectedPartRows] as const;

/** What these stores see, one and the same for each: the compiler compares every kind of sight with the whole. */
export type MoneyInTables = Database<(typeof moneyInEntities)[number]> & BillingTables & CallTables;
