import type { Day, Id, Instant, ListQuery, Page } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { Interval } from "../../agency/time/interval.ts";
import type { ChargeType, LeaseId } from "../../property/leases/lease.ts";
import type { LeaseUnitId } from "../../property/leases/lease-unit.ts";
import type { RentalContactId } from "../../property/people/contact.ts";
import type { OwnerId } from "../../property/people/owner.ts";
import type { PropertyId } from "../../property/properties/property.ts";
import type { ShareKeyId } from "../../property/properties/share-key.ts";
import type { UnitId } from "../../property/units/unit.ts";
import type { ChargeAdjustment, ChargeStatement, ChargeStatementField, ChargeStatementId } from "./charge-statement.ts";
import type { AllocatedKey, ChargedUnit } from "./distribution.ts";
import type {
  SupplierInvoice,
  SupplierInvoiceField,
  SupplierInvoiceId,
  SupplierInvoicePart,
} from "./supplier-invoice.ts";

/** Port: the suppliers' invoices of one mandataire. Each method is one statement, `insert` is two. */
export interface SupplierInvoiceStore {
  find(id: SupplierInvoiceId): Promise<SupplierInvoice | null>;
  /** Locks the record until the transaction ends; the methods below lock likewise. */
  lock(id: SupplierInvoiceId): Promise<SupplierInvoice | null>;
  list(query: ListQuery<SupplierInvoiceField>): Promise<Page<SupplierInvoice>>;
  /** Returns the invoices, open or paid, whose {@link referenceKey} is one of these, by invoice date and id. */
  lockNamed(keys: readonly string[]): Promise<readonly SupplierInvoice[]>;
  /** Returns the open invoices of these amounts whose provider has one of these IBANs, by invoice date and id. */
  lockOpenOf(payments: readonly SupplierPayment[]): Promise<readonly PayableInvoice[]>;
  /** Returns the invoices that a bank transaction paid. */
  lockPaidBy(id: NonNullable<SupplierInvoice["bankTransactionId"]>): Promise<readonly SupplierInvoice[]>;
  /** Returns true if the provider has an invoice of exactly this reference. */
  isTaken(provider: SupplierInvoice["serviceProviderId"], reference: string): Promise<boolean>;
  /** Returns true if a statement of charges contains the invoice. */
  isInStatement(id: SupplierInvoiceId): Promise<boolean>;
  /** Returns the account codes of these providers; those without an account are left out. */
  providerCodes(ids: readonly RentalContactId[]): Promise<ReadonlyMap<RentalContactId, string>>;
  /** Returns the owners' parts of invoices. */
  partsOf(ids: readonly SupplierInvoiceId[]): Promise<readonly SupplierInvoicePart[]>;
  /** Returns what these owners bear of open invoices in total; owners without are left out. */
  openPartsOf(owners: readonly OwnerId[]): Promise<ReadonlyMap<OwnerId, Cents>>;
  insert(invoice: SupplierInvoice, parts: readonly SupplierInvoicePart[]): Promise<void>;
  /** Updates status, payment and date of change; other fields never change. */
  update(invoices: readonly SupplierInvoice[]): Promise<void>;
  /** Removes the invoice with its parts. */
  remove(id: SupplierInvoiceId): Promise<void>;
}

/** A transfer that may pay an invoice. */
export interface SupplierPayment {
  readonly iban: string;
  readonly amountCents: Cents;
}

/** An open invoice with an account of its provider. */
export interface PayableInvoice {
  readonly invoice: SupplierInvoice;
  readonly iban: string;
}

/** Port: reads of the estate for the division of charges. Each method is one statement, `shareKeys` is two. */
export interface ChargeSource {
  /** Returns the units of a property by id. */
  units(propertyId: PropertyId): Promise<readonly ChargedUnit[]>;
  /** Returns the keys of a property with the shares of units; unknown keys are left out. */
  shareKeys(propertyId: PropertyId, ids: readonly ShareKeyId[]): Promise<readonly AllocatedKey[]>;
  /** Returns the lease units of a property that leases, but drafts and cancelled ones, let in the span, by id. */
  lettings(propertyId: PropertyId, span: DaySpan): Promise<readonly ChargedLetting[]>;
  /** Returns the provisions that applied runs have called for these lease units and days of the span. */
  provisions(leaseUnits: readonly LeaseUnitId[], span: DaySpan): Promise<readonly CalledProvision[]>;
  /** Returns the invoices of a property and its units in the span with a recoverable part and without a statement. */
  recoverableInvoices(propertyId: PropertyId, span: DaySpan): Promise<readonly SupplierInvoice[]>;
  /** Returns the days of each tenant and occupant of these units, a row a party and unit, in the span of days. */
  occupants(units: readonly UnitId[], span: DaySpan): Promise<readonly UnitOccupant[]>;
}

/** A lease unit of a property that a lease lets in some days. */
export interface ChargedLetting extends Interval {
  readonly from: Day;
  readonly leaseUnitId: LeaseUnitId;
  readonly leaseId: LeaseId;
  readonly leaseReference: string;
  readonly unitId: UnitId;
  readonly unitIdentifier: string;
  readonly chargeType: ChargeType;
}

/** A provision that an applied run has called, without VAT. */
export interface CalledProvision extends DaySpan {
  readonly leaseUnitId: LeaseUnitId;
  readonly amountCents: Cents;
}

/** Port: the statements of charges of one mandataire. Each method is one statement, `bill` and `unbill` are two. */
export interface ChargeStatementStore {
  find(id: ChargeStatementId): Promise<ChargeStatement | null>;
  /** Locks the record until the transaction ends. */
  lock(id: ChargeStatementId): Promise<ChargeStatement | null>;
  list(query: ListQuery<ChargeStatementField>): Promise<Page<ChargeStatement>>;
  /** Returns the statements of a property with a common day. */
  overlapping(propertyId: PropertyId, span: DaySpan): Promise<readonly ChargeStatement[]>;
  /** Inserts a statement and reserves its invoices. */
  insert(statement: ChargeStatement): Promise<void>;
  /** Updates status, approval and date of change. */
  update(statement: ChargeStatement): Promise<void>;
  /** Removes a statement and frees its invoices. */
  remove(id: ChargeStatementId): Promise<void>;
  insertAdjustments(adjustments: readonly ChargeAdjustment[]): Promise<void>;
  /** Returns the balances of these leases that no applied run has billed, by statement and lease unit. */
  dueAdjustments(leases: readonly LeaseId[]): Promise<readonly ChargeAdjustment[]>;
  /** Marks balances as billed by a run; a statement without any left is `billed`. */
  bill(runId: Id<"BillingRun">, adjustments: readonly AdjustmentKey[], now: Instant): Promise<void>;
  /** Makes the balances that a run billed due again, and their statements `approved`. */
  unbill(runId: Id<"BillingRun">, now: Instant): Promise<void>;
}

/** Identifies a balance of a statement. */
export type AdjustmentKey = Pick<ChargeAdjustment, "statementId" | "leaseUnitId">;

/** Days from `from` to `to`, both included. */
export interface DaySpan {
  readonly from: Day;
  readonly to: Day;
}

/** The days of a person in a unit. */
export interface UnitOccupant extends Interval {
  readonly unitId: UnitId;
}

export interface ChargeStores {
  readonly supplierInvoices: SupplierInvoiceStore;
  readonly chargeSource: ChargeSource;
  readonly chargeStatements: ChargeStatementStore;
}
