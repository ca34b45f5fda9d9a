import { FEE_KINDS } from "@cartulary/rental/accounting";
import { z } from "zod";
import { snakeObject } from "../../casing.ts";
import { amount, cents, day, listOf, queryYear, text, uuid } from "../../fields.ts";
import { operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord } from "../../record.ts";

/** A movement of an owner's account, and the owner's balance after it. */
const StatementLine = camelRecord("OwnerStatementLine", {
  date: day(),
  journal: text(),
  reference: text(),
  label: text(),
  debit: amount(),
  credit: amount(),
  balance: amount(),
});

const TenantSection = camelRecord("OwnerStatementTenant", {
  tenantId: uuid<"TenantActor">().nullable(),
  name: text().nullable(),
  leaseId: uuid<"Lease">().nullable(),
  calledCents: cents(),
  receivedRentCents: cents(),
  receivedChargesCents: cents(),
  receivedVatCents: cents(),
  owedCents: cents(),
});

const UnitSection = camelRecord("OwnerStatementUnit", {
  unitId: uuid<"Unit">().nullable(),
  identifier: text().nullable(),
  tenants: listOf(TenantSection),
});

const PropertySection = camelRecord("OwnerStatementProperty", {
  propertyId: uuid<"Property">().nullable(),
  name: text().nullable(),
  units: listOf(UnitSection),
});

const FeeSection = camelRecord("OwnerStatementFee", {
  kind: z.enum(FEE_KINDS),
  htCents: cents(),
  vatCents: cents(),
  ttcCents: cents(),
});

const DatedAmount = camelRecord("OwnerStatementAmount", { on: day(), label: text(), amountCents: cents() });

const PayoutSection = camelRecord("OwnerStatementPayout", { reference: text(), on: day(), amountCents: cents() });

const TaxLine = camelRecord("OwnerStatementTaxLine", { line: text(), label: text(), cents: cents() });

/** The parts of a statement: what was called, received and owed, fees, invoices, premiums, payouts. */
const StatementSections = camelRecord("OwnerStatementSections", {
  properties: listOf(PropertySection),
  fees: listOf(FeeSection),
  invoices: listOf(DatedAmount),
  premiums: listOf(DatedAmount),
  payouts: listOf(PayoutSection),
  openingCents: cents(),
  closingCents: cents(),
  taxHelp: listOf(TaxLine).nullable(),
});

/** An owner statement (compte rendu de gestion). Balances are credit minus debit. */
export const OwnerStatementRecord = camelRecord("OwnerStatement", {
  ownerId: uuid<"OwnerActor">(),
  ownerName: text(),
  from: day().nullable(),
  to: day().nullable(),
  openingBalance: amount(),
  lines: listOf(StatementLine),
  totalDebit: amount(),
  totalCredit: amount(),
  closingBalance: amount(),
  sections: StatementSections,
});

export const ownerStatementOperations = operations({
  getOwnerStatement: {
    path: `${RENTAL_BASE}/owners/{id}/statement`,
    method: "get",
    tag: "extensions",
    summary: "Get an owner statement (compte rendu de gestion): movements and balances",
    scope: "read",
    mandataire: true,
    params: snakeObject({ id: uuid<"OwnerActor">() }),
    query: snakeObject({
      from: day().exactOptional(),
      to: day().exactOptional(),
      year: queryYear().exactOptional(),
    }),
    awaitsChild: true,
    alternatives: ["application/pdf"],
    replies: { 200: OwnerStatementRecord },
  },
});
