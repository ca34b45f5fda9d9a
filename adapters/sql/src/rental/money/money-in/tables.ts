import type { Day, Id } from "@cartulary/kernel";
import type { Cents, EntryId, LineId } from "@cartulary/ledger";
import type { MandataireId } from "@cartulary/rental/agency";
import type { BillingRunId, RentCallId, RunLineId } from "@cartulary/rental/billing";
import type {
  AllocationStatus,
  BankAssignmentId,
  BankDirection,
  BankMethod,
  BankStatementId,
  BankTransactionId,
  BankTransactionStatus,
  PaymentAllocationId,
  PaymentId,
  PaymentMethod,
  PaymentStatus,
} from "@cartulary/rental/money";
import type { LeaseId, OwnerId, TenantId } from "@cartulary/rental/property";
import { defineEntity } from "@mikro-orm/core";
import { boolean, type Database, foldedText, id, integer, text } from "../../../engine/columns.ts";
import type { CallTables } from "../../billing/rent-calls/tables.ts";
import type { BillingTables } from "../../billing/runs/tables.ts";
import { day, key, timestampColumns, timestampIndexes } from "../../property/tables/columns.ts";

/** Transactions of the mandants' account. */
export const bankTransactionRows = defineEntity({
  name: "BankTransaction",
  tableName: "bank_transactions",
  properties: {
    ...key<BankTransactionId>(),
    bankReference: text(),
    bankReferenceFold: foldedText(),
    isFromPortal: boolean().default(true),
    contentKey: text().nullable(),
    contentOrdinal: integer().nullable(),
    isOnStatement: boolean().default(false),
    servicerReference: text().nullable(),
    endToEndId: text().nullable(),
    referenceLines: text().nullable(),
    bookedOn: day(),
    amountCents: integer<Cents>(),
    currency: text<"EUR">(),
    direction: text<BankDirection>(),
    label: text().nullable(),
    labelFold: foldedText().nullable(),
    counterpartyName: text().nullable(),
    counterpartyNameFold: foldedText().nullable(),
    counterpartyIban: text().nullable(),
    method: text<BankMethod>().nullable(),
    reverses: text().nullable(),
    status: text<BankTransactionStatus>(),
    settledCents: integer<Cents>().default(0 as Cents),
    assignedCents: integer<Cents>().default(0 as Cents),
    paymentId: id<PaymentId>().nullable(),
    entryId: id<EntryId>().nullable(),
    tenantLineId: id<LineId>().nullable(),
    ...timestampColumns(),
  },
  indexes: [
    ...timestampIndexes("bank_transactions"),
    { name: "bank_transactions_payment_id_index", properties: ["mandataireId", "paymentId"] },
    { name: "bank_transactions_bank_reference_index", properties: ["mandataireId", "bankReference", "bookedOn"] },
    {
      name: "bank_transactions_servicer_reference_index",
      properties: ["mandataireId", "servicerReference"],
      where: "servicer_reference is not null",
    },
    {
      name: "bank_transactions_end_to_end_id_index",
      properties: ["mandataireId", "endToEndId"],
      where: "end_to_end_id is not null",
    },
    {
      // Partial, although all transactions have an amount above zero: only a query with this condition uses it, so it
      // does not compete with other indexes.
      name: "bank_transactions_booked_on_index",
      properties: ["mandataireId", "bookedOn", "direction", "amountCents"],
      where: "amount_cents > 0",
    },
    {
      name: "bank_transactions_on_no_statement_index",
      properties: ["mandataireId", "bookedOn"],
      where: "not is_on_statement",
    },
    {
      name: "bank_transactions_unmatched_index",
      properties: ["mandataireId", "method"],
      where: "status = 'unmatched'",
    },
  ],
  uniques: [
    {
      name: "bank_transactions_of_portal_unique",
      properties: ["mandataireId", "bankReference"],
      where: "is_from_portal",
    },
    {
      name: "bank_transactions_content_unique",
      properties: ["mandataireId", "contentKey", "contentOrdinal"],
      where: "content_key is not null",
    },
  ],
});

/** The bank's balances of the account from one day to another. */
export const bankStatementRows = defineEntity({
  name: "BankStatement",
  tableName: "bank_statements",
  properties: {
    ...key<BankStatementId>(),
    statementKey: text(),
    accountIban: text(),
    statementId: text(),
    fromDay: day(),
    toDay: day(),
    openingCents: integer<Cents>().nullable(),
    closingCents: integer<Cents>().nullable(),
    entriesCount: integer(),
    madeAt: text(),
    ...timestampColumns(),
  },
  indexes: [
    ...timestampIndexes("bank_statements"),
    {
      name: "bank_statements_to_day_index",
      properties: ["mandataireId", "accountIban", "toDay", "madeAt", "id"],
      where: "closing_cents is not null",
    },
    { name: "bank_statements_from_day_index", properties: ["mandataireId", "accountIban", "fromDay"] },
  ],
  uniques: [{ name: "bank_statements_statement_key_unique", properties: ["mandataireId", "statementKey"] }],
});

export const paymentRows = defineEntity({
  name: "Payment",
  tableName: "payments",
  properties: {
    ...key<PaymentId>(),
    reference: text(),
    bankTransactionId: id<BankTransactionId>().nullable(),
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
    tenantNameFold: foldedText().nullable(),
    payerId: id<TenantId>().nullable(),
    payerName: text().nullable(),
    payerNameFold: foldedText().nullable(),
    payingTenantId: id<TenantId>().nullable(),
    leaseId: id<LeaseId>().nullable(),
    leaseReference: text().nullable(),
    leaseReferenceFold: foldedText().nullable(),
    bankAccountId: id<Id<"BankAccount">>().nullable(),
    entryId: id<EntryId>(),
    entriesCount: integer(),
    creditLineId: id<LineId>().nullable(),
    ...timestampColumns(),
  },
  indexes: [
    ...timestampIndexes("payments"),
    { name: "payments_bank_transaction_id_index", properties: ["mandataireId", "bankTransactionId"] },
    { name: "payments_tenant_id_index", properties: ["mandataireId", "tenantId"] },
    { name: "payments_lease_id_index", properties: ["mandataireId", "leaseId"] },
    { name: "payments_payment_date_index", properties: ["mandataireId", "paymentDate", "id"] },
    { name: "payments_status_index", properties: ["mandataireId", "status", "paymentDate", "id"] },
  ],
  uniques: [{ name: "payments_reference_unique", properties: ["mandataireId", "reference"] }],
});

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
    ...timestampColumns(),
  },
  indexes: [
    { name: "payment_allocations_payment_id_index", properties: ["mandataireId", "paymentId"] },
    { name: "payment_allocations_rent_call_id_index", properties: ["mandataireId", "rentCallId"] },
    { name: "payment_allocations_billing_run_id_index", properties: ["mandataireId", "billingRunId"] },
    { name: "payment_allocations_made_by_run_id_index", properties: ["mandataireId", "madeByRunId"] },
    { name: "payment_allocations_tenant_line_id_index", properties: ["mandataireId", "tenantLineId"] },
  ],
});

/** The owners' parts of an allocation. */
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

/** The manual assignments of bank transactions from suspense. */
export const bankAssignmentRows = defineEntity({
  name: "BankAssignment",
  tableName: "bank_assignments",
  properties: {
    ...key<BankAssignmentId>(),
    bankTransactionId: id<BankTransactionId>(),
    entryId: id<EntryId>(),
    assignedOn: day(),
    amountCents: integer<Cents>(),
    isReversed: boolean(),
    ...timestampColumns(),
  },
  indexes: [
    {
      name: "bank_assignments_counting_index",
      properties: ["mandataireId", "bankTransactionId"],
      where: "not is_reversed",
    },
  ],
});

/** The accounts of an assignment. */
export const bankAssignmentLineRows = defineEntity({
  name: "BankAssignmentLine",
  tableName: "bank_assignment_lines",
  properties: {
    mandataireId: id<MandataireId>().primary(),
    assignmentId: id<BankAssignmentId>().primary(),
    place: integer().primary(),
    accountCode: text(),
    auxiliaryCode: text().nullable(),
    amountCents: integer<Cents>(),
    label: text().nullable(),
    lineId: id<LineId>(),
  },
  indexes: [{ name: "bank_assignment_lines_account_code_index", properties: ["mandataireId", "accountCode"] }],
});

/** The tenant credits that an assignment creates or refunds. */
export const bankAssignmentCreditRows = defineEntity({
  name: "BankAssignmentCredit",
  tableName: "bank_assignment_credits",
  properties: {
    mandataireId: id<MandataireId>().primary(),
    assignmentId: id<BankAssignmentId>().primary(),
    place: integer().primary(),
    paymentId: id<PaymentId>(),
    amountCents: integer<Cents>(),
    tenantLineId: id<LineId>(),
    isRefund: boolean(),
  },
  indexes: [{ name: "bank_assignment_credits_payment_id_index", properties: ["mandataireId", "paymentId"] }],
});

/** The payments that went back with a deposit, and the line on the tenant's account that refunds them. */
export const depositRefundRows = defineEntity({
  name: "DepositRefund",
  tableName: "deposit_refunds",
  properties: {
    mandataireId: id<MandataireId>().primary(),
    tenantLineId: id<LineId>().primary(),
    paymentId: id<PaymentId>().primary(),
  },
  indexes: [{ name: "deposit_refunds_payment_id_index", properties: ["mandataireId", "paymentId"] }],
});

export const moneyInEntities = [
  bankTransactionRows,
  bankStatementRows,
  bankAssignmentRows,
  bankAssignmentLineRows,
  bankAssignmentCreditRows,
  paymentRows,
  depositRefundRows,
  paymentAllocationRows,
  collectedPartRows,
] as const;

/** One type for all these stores: the compiler compares each variant of a database type with the whole. */
export type MoneyInTables = Database<(typeof moneyInEntities)[number]> & BillingTables & CallTables;
