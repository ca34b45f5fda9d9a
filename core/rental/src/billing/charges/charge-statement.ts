import type { Day, Decimal, FieldError, Id, Instant, Listing } from "@cartulary/kernel";
import { dayRule, daysBetween, withoutNulls } from "@cartulary/kernel";
import { type Cents, LEDGER_LIST_DIALECT, LINE_CENTS_MAX } from "@cartulary/ledger";
import { bookDayError, fieldError, orderError } from "../../agency/field-rules.ts";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { LeaseId } from "../../property/leases/lease.ts";
import type { LeaseUnitId } from "../../property/leases/lease-unit.ts";
import type { PropertyId } from "../../property/properties/property.ts";
import type { ShareKeyId } from "../../property/properties/share-key.ts";
import { CHARGE_NATURES, type ChargeNature, type SupplierInvoiceId } from "./supplier-invoice.ts";

export type ChargeStatementId = Id<"ChargeStatement">;

/** States of a statement. It never changes; a draft can be removed; it is billed once each tenant is. */
export const CHARGE_STATEMENT_STATUSES = ["draft", "approved", "billed"] as const;
export type ChargeStatementStatus = (typeof CHARGE_STATEMENT_STATUSES)[number];

/** Charges of one kind in a statement, without VAT. */
export interface ChargeLine {
  /** Divides the line; by area or equally without one. */
  readonly shareKeyId: ShareKeyId | null;
  readonly chargeNature: ChargeNature | null;
  readonly totalCents: Cents;
  readonly recoverablePercent: Decimal;
  /** The part that tenants bear, before its division. */
  readonly recoverableCents: Cents;
  /** The invoice that the line comes from; `null` for a line of the request. */
  readonly supplierInvoiceId: SupplierInvoiceId | null;
}

/** A tenant's share of one line. */
export interface TenantShare extends Pick<ChargeLine, "shareKeyId" | "chargeNature" | "recoverableCents"> {
  readonly shareCents: Cents;
}

/** The account of one unit of a lease in a statement, without VAT. */
export interface TenantCharges {
  readonly leaseUnitId: LeaseUnitId;
  readonly leaseId: LeaseId;
  readonly leaseReference: string;
  readonly unitIdentifier: string;
  /** Days of the period on which the lease lets the unit, and the last of them. */
  readonly days: number;
  readonly lastDay: Day;
  readonly shareCents: Cents;
  readonly provisionsCents: Cents;
  /** Positive is owed by the tenant. */
  readonly balanceCents: Cents;
  readonly lines: readonly TenantShare[];
}

/** The yearly settlement of a property's charges with its tenants (loi 89-462, art. 23; effects.md 3.2). */
export interface ChargeStatement {
  readonly mandataireId: MandataireId;
  readonly id: ChargeStatementId;
  readonly propertyId: PropertyId;
  readonly periodFrom: Day;
  readonly periodTo: Day;
  readonly status: ChargeStatementStatus;
  readonly lines: readonly ChargeLine[];
  readonly tenants: readonly TenantCharges[];
  /** The part of vacant units and of leases with flat charges, which the owners bear. */
  readonly remainderCents: Cents;
  readonly approvedAt: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A balance of an approved statement that a run bills once. */
export interface ChargeAdjustment {
  readonly statementId: ChargeStatementId;
  readonly leaseUnitId: LeaseUnitId;
  readonly leaseId: LeaseId;
  readonly periodFrom: Day;
  readonly periodTo: Day;
  /** The last day of the period on which the lease let the unit: its owners and its VAT decide. */
  readonly lastDay: Day;
  /** Without VAT; positive is owed by the tenant. */
  readonly balanceCents: Cents;
}

const fields = {
  id: "uuid",
  propertyId: "uuid",
  periodFrom: "date",
  periodTo: "date",
  status: "keyword",
  remainderCents: "integer",
  approvedAt: "instant",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

export type ChargeStatementField = keyof typeof fields;

/** The filters and sorts of lists of statements. */
export const chargeStatementListing: Listing<ChargeStatementField> = {
  dialect: LEDGER_LIST_DIALECT,
  fields,
  sorts: Object.keys(fields) as ChargeStatementField[],
  sort: "createdAt",
};

/** A line in inputs. */
export interface StatementLineInput {
  readonly shareKeyId?: ShareKeyId | null;
  readonly chargeNature?: string | null;
  readonly totalCents?: Cents;
  readonly recoverablePercent?: Decimal;
}

/** A statement in inputs. */
export interface ChargeStatementInput {
  readonly propertyId?: PropertyId;
  readonly periodFrom?: Day;
  readonly periodTo?: Day;
  readonly lines?: readonly StatementLineInput[];
}

/** Lines of a statement, besides those of invoices. */
const LINES_MAX = 100;
/** Days of a period: the statement is yearly, and a first or last period may be longer. */
const DAYS_MAX = 731;
/** A hundred percent. */
export const WHOLE_PERCENT = 1_000_000 as Decimal;

/** Returns the errors of a statement that need no lookup. */
export function chargeStatementErrors(input: ChargeStatementInput): readonly FieldError[] {
  const { propertyId, periodFrom, periodTo, lines = [] } = input;
  return [
    ...withoutNulls(
      propertyId === undefined ? blank("propertyId") : null,
      periodError("periodFrom", periodFrom),
      periodError("periodTo", periodTo),
      periodFrom && periodTo ? orderError("periodTo", periodFrom, periodTo) : null,
      periodFrom && periodTo && daysThrough(periodFrom, periodTo) > DAYS_MAX
        ? fieldError("periodTo", "less_than_or_equal_to", `must be at most ${DAYS_MAX} days after period_from`)
        : null,
    ),
    ...(lines.length > LINES_MAX
      ? [fieldError("lines", "too_long", `has more than ${LINES_MAX} elements`)]
      : lines.flatMap((line, index) => lineErrors(`lines[${index}].`, line))),
  ];
}

function lineErrors(at: string, line: StatementLineInput): readonly FieldError[] {
  const { chargeNature = null, totalCents, recoverablePercent = WHOLE_PERCENT } = line;
  const isKnown = chargeNature === null || (CHARGE_NATURES as readonly string[]).includes(chargeNature);
  return withoutNulls(
    isKnown ? null : fieldError(`${at}chargeNature`, "inclusion", "is not included in the list"),
    totalCents === undefined ? blank(`${at}totalCents`) : null,
    totalCents !== undefined && Math.abs(totalCents) > LINE_CENTS_MAX
      ? fieldError(`${at}totalCents`, "less_than_or_equal_to", `must be ${LINE_CENTS_MAX} or less`)
      : null,
    recoverablePercent < 0 ? fieldError(`${at}recoverablePercent`, "greater_than_or_equal_to", "is too small") : null,
    recoverablePercent > WHOLE_PERCENT
      ? fieldError(`${at}recoverablePercent`, "less_than_or_equal_to", "is too large")
      : null,
  );
}

const blank = (field: string): FieldError => fieldError(field, "blank", "can't be blank");

const periodError = (field: string, day: Day | undefined): FieldError | null =>
  day === undefined ? blank(field) : (dayRule.errorOf(field, day) ?? bookDayError(field, day));

/** The number of days from one to another, both included. */
export const daysThrough = (from: Day, to: Day): number => daysBetween(from, to) + 1;
