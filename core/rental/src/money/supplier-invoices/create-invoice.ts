import { type FieldError, newRecord, orNotFound, throwIfInvalid, withoutNulls } from "@cartulary/kernel";
import { type Cents, firstOpenDay, type NewEntry, type NewLine, type SealedEntry } from "@cartulary/ledger";
import { ACCOUNTS } from "../../accounting/chart-of-accounts.ts";
import { fieldError, unknownError } from "../../agency/field-rules.ts";
import {
  type SupplierInvoice,
  supplierInvoiceRecord,
  type ValidSupplierInvoice,
} from "../../billing/charges/supplier-invoice.ts";
import { creditLine, debitLine, labelOf } from "../../billing/run-application/entry-lines.ts";
import { lockLedgerAccounts } from "../../billing/run-application/lock-ledger-accounts.ts";
import { supplierCode } from "../../billing/run-application/supplier-accounts.ts";
import type { RentalContact } from "../../property/people/contact.ts";
import { type IngestionContext, postAll } from "../money-in/ingestion-context.ts";
import { divideInvoice, type InvoiceScope, type OwnersDivision, readInvoicedUnits } from "./divide-invoice.ts";

/**
 * Stores an invoice and charges its owners: D 467000 by owner / C 401000 of the provider (effects.md 3.1). Locks the
 * provider, so that the same reference is not stored twice. Throws field errors.
 */
export async function createInvoice(intake: IngestionContext, input: ValidSupplierInvoice): Promise<SupplierInvoice> {
  const { stores, mandataireId, newId, now } = intake;
  const provider = await stores.serviceProviders.lock(input.serviceProviderId);
  const scope = await readScope(intake, input);
  throwIfInvalid([
    ...(provider === null ? [unknownError("serviceProviderId")] : []),
    ...(scope.errors.length > 0 ? scope.errors : await takenErrors(intake, input)),
  ]);
  const found = { ...scope, propertyId: orNotFound(scope.propertyId) };
  const invoiced = await readInvoicedUnits(stores, found, input.invoiceDate);
  const division = divideInvoice(input.totalCents, invoiced, input.invoiceDate);
  const id = newId<"SupplierInvoice">();
  const own = newRecord(supplierInvoiceRecord, input);
  const entry = await bookInvoice(intake, { id, own, provider: orNotFound(provider), division });
  const invoice: SupplierInvoice = {
    ...own,
    ...{ mandataireId, id, status: "open", entryId: entry.id, createdAt: now, updatedAt: now },
  };
  const parts = [...division.owners].map(([ownerId, amountCents]) => ({ invoiceId: id, ownerId, amountCents }));
  await stores.supplierInvoices.insert(
    invoice,
    parts.filter(({ amountCents }) => amountCents !== 0),
  );
  return invoice;
}

interface FoundScope extends Omit<InvoiceScope, "propertyId"> {
  readonly propertyId: InvoiceScope["propertyId"] | null;
  readonly errors: readonly FieldError[];
}

async function readScope({ stores }: IngestionContext, input: ValidSupplierInvoice): Promise<FoundScope> {
  const { unitId = null, shareKeyId = null } = input;
  const unit = unitId === null ? null : await stores.units.find(unitId);
  const property = await stores.properties.find((unit?.propertyId ?? input.propertyId ?? "") as never);
  const propertyId = property?.id ?? null;
  const keys =
    propertyId === null || shareKeyId === null ? [] : await stores.chargeSource.shareKeys(propertyId, [shareKeyId]);
  const [shareKey = null] = keys;
  const errors = withoutNulls(
    unitId !== null && unit === null ? unknownError("unitId") : null,
    unitId === null && propertyId === null ? unknownError("propertyId") : null,
    propertyId !== null && shareKeyId !== null && shareKey === null ? unknownError("shareKeyId") : null,
  );
  return { propertyId, unitId, shareKey, errors };
}

async function takenErrors({ stores }: IngestionContext, input: ValidSupplierInvoice): Promise<readonly FieldError[]> {
  const reference = supplierInvoiceRecord.fields.reference.rule.normalize(input.reference);
  const isTaken = await stores.supplierInvoices.isTaken(input.serviceProviderId, reference);
  return isTaken ? [fieldError("reference", "taken", "is the reference of another invoice of this provider")] : [];
}

interface BookedInvoice {
  readonly id: SupplierInvoice["id"];
  readonly own: Pick<SupplierInvoice, "reference" | "label" | "invoiceDate" | "totalCents">;
  readonly provider: RentalContact;
  readonly division: OwnersDivision;
}

async function bookInvoice(intake: IngestionContext, booked: BookedInvoice): Promise<SealedEntry> {
  const { stores, societyCode, book } = intake;
  const { id, own, provider, division } = booked;
  const payees = await stores.applicationSource.payees([...division.owners.keys()]);
  const openingDay = await stores.entries.openingDay(societyCode);
  const openDay = firstOpenDay(book, own.invoiceDate);
  const accountingDate = openingDay !== null && openDay < openingDay ? openingDay : openDay;
  await lockLedgerAccounts(stores, {
    ...{ societyCode, days: [accountingDate] },
    owners: payees.map(({ accountingCode }) => accountingCode),
  });
  const code = await supplierCode(stores, provider);
  const codes = new Map(payees.map(({ id: ownerId, accountingCode }) => [ownerId, accountingCode]));
  const label = labelOf(own.label);
  const lines: readonly NewLine[] = [
    ...[...division.owners].flatMap(([ownerId, amount]) =>
      debitLine({ accountCode: ACCOUNTS.owners, auxiliaryCode: codes.get(ownerId) ?? null, label }, amount),
    ),
    ...debitLine({ accountCode: ACCOUNTS.suspense, auxiliaryCode: null, label }, division.suspenseCents),
    ...creditLine({ accountCode: ACCOUNTS.suppliers, auxiliaryCode: code, label }, own.totalCents as Cents),
  ];
  const entry: NewEntry = {
    ...{ societyCode, journal: "OD", accountingDate, documentDate: own.invoiceDate },
    ...{ documentReference: own.reference, description: label, lines },
    ...{ sourceType: "SupplierInvoice", sourceId: id, sourceSeq: 0 },
  };
  const [sealed] = await postAll(intake, [entry]);
  return orNotFound(sealed);
}
