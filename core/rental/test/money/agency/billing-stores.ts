import { sum } from "@cartulary/ledger";
import type { DaySpan } from "../../../src/billing/charges/ports.ts";
import { referenceKey } from "../../../src/billing/charges/reference-key.ts";
import type { SupplierInvoice } from "../../../src/billing/charges/supplier-invoice.ts";
import type { OwnerPayout } from "../../../src/billing/payouts/owner-payout.ts";
import { by, has, type Records, type SomeStores, table } from "./records.ts";

/** The stores of runs, rent calls, deposits and payouts. */
export function billingStores(records: Records): SomeStores {
  const [runs, runLines, calls] = [table(records, "runs"), table(records, "runLines"), table(records, "calls")];
  const [deposits, payouts] = [table(records, "deposits"), table(records, "payouts")];
  const payoutsWhere = (isOne: (payout: OwnerPayout) => boolean) =>
    records.payouts.filter(isOne).toSorted(by(({ reference }) => reference));
  const withAccount = (payout: OwnerPayout) => ({ payout, iban: records.ibans[payout.id] ?? null, bic: null }) as never;
  const payable = async (ids: readonly string[] | null) =>
    payoutsWhere(({ id, status }) => (ids === null ? status === "ordered" : has(ids, id))).map(withAccount);
  return {
    billingRuns: {
      ...{ find: runs.one, lock: runs.one, insertHidden: (run) => runs.insert([run]) },
      update: (run) => runs.update([run]),
    },
    billingRunInputs: { page: async () => [] },
    billingRunLines: {
      partsOf: async (_, ids) => records.lineParts.filter(({ lineId }) => has(ids, lineId)),
      ...{ billedElsewhere: async () => [], tenantFeesElsewhere: async () => [] },
      async insert(lines, parts) {
        await runLines.insert(lines);
        records.lineParts = [...records.lineParts, ...parts];
        const due = lines.map(({ billingRunId, computation, id: lineId, amountHt: htCents, vatAmount: vatCents }) => ({
          ...{ rentCallId: "" as never, billingRunId, computation, lineId, htCents, vatCents },
          shares: parts.filter((part) => part.lineId === lineId),
        }));
        records.dueLines = [...records.dueLines, ...due];
      },
    },
    rentCalls: {
      lock: calls.some,
      lockOf: async (run, after, limit) =>
        records.calls
          .filter(({ id, billingRunId }) => billingRunId === run && (after === null || id > after))
          .toSorted(by(({ id }) => id))
          .slice(0, limit),
      ...{ insert: calls.insert, update: calls.update },
    },
    securityDeposits: {
      ...{ find: deposits.one, lock: deposits.one, list: deposits.list, insert: deposits.insert },
      update: (deposit) => deposits.update([deposit]),
      async markUncalled(ids) {
        records.uncalled = [...records.uncalled, ...ids];
      },
      returnedOf: async (call) =>
        records.deposits.filter(({ rentCallId, returnedAt }) => rentCallId === call && returnedAt !== null),
      async refresh() {
        // Received amounts of deposits follow the allocations; the deposits of these tests are returned in the same turn.
      },
    },
    ownerPayouts: {
      ...{ payable, lockPayable: payable, list: payouts.list, insert: payouts.insert, update: payouts.update },
      distributions: async (ids) => records.distributions.filter(({ payoutId }) => has(ids, payoutId)),
      lockNamed: async (references) => payoutsWhere(({ reference }) => references.includes(reference)),
      lockAwaiting: async (amounts) =>
        payoutsWhere(
          ({ status, amountCents }) =>
            (status === "ordered" || status === "transmitted") && amounts.includes(amountCents),
        ).map(withAccount),
      lockExecutedBy: async (id) => payoutsWhere(({ bankTransactionId }) => bankTransactionId === id),
    },
  };
}

/** The stores of suppliers' invoices and of statements of charges. */
export function chargeStores(records: Records): SomeStores {
  const [invoices, statements] = [table(records, "invoices"), table(records, "statements")];
  const invoicesWhere = (isOne: (invoice: SupplierInvoice) => boolean) =>
    records.invoices.filter(isOne).toSorted(by(({ invoiceDate, id }) => `${invoiceDate} ${id}`));
  const isInStatement = (id: string) =>
    records.statements.some(({ lines }) => lines.some(({ supplierInvoiceId }) => supplierInvoiceId === id));
  const isIn = ({ from, to }: DaySpan, days: { readonly from: string | null; readonly to: string | null }) =>
    (days.from === null || days.from <= to) && (days.to === null || from <= days.to);
  return {
    supplierInvoices: {
      ...{ find: invoices.one, lock: invoices.one, list: invoices.list, update: invoices.update },
      lockNamed: async (keys) => invoicesWhere(({ reference }) => keys.includes(referenceKey(reference))),
      lockOpenOf: async (transfers) =>
        invoicesWhere(({ status }) => status === "open").flatMap((invoice) => {
          const iban = records.providerIbans[invoice.serviceProviderId];
          const isPaid = transfers.some((each) => each.iban === iban && each.amountCents === invoice.totalCents);
          return iban !== undefined && isPaid ? [{ invoice, iban }] : [];
        }),
      lockPaidBy: async (id) => records.invoices.filter(({ bankTransactionId }) => bankTransactionId === id),
      isTaken: async (provider, reference) =>
        records.invoices.some((each) => each.serviceProviderId === provider && each.reference === reference),
      isInStatement: async (id) => isInStatement(id),
      providerCodes: async (ids) =>
        new Map(
          records.providers
            .filter(({ id }) => has(ids, id))
            .flatMap(({ id, accountingCode }) => (accountingCode === null ? [] : [[id, accountingCode] as const])),
        ),
      partsOf: async (ids) => records.invoiceParts.filter(({ invoiceId }) => has(ids, invoiceId)),
      openPartsOf: async (owners) => {
        const open = invoicesWhere(({ status }) => status === "open").map(({ id }) => id);
        const own = records.invoiceParts.filter((part) => has(open, part.invoiceId) && has(owners, part.ownerId));
        return new Map(
          [...Map.groupBy(own, ({ ownerId }) => ownerId)].map(([id, parts]) => [
            id,
            sum(parts.map(({ amountCents }) => amountCents)),
          ]),
        );
      },
      async insert(invoice, parts) {
        await invoices.insert([invoice]);
        records.invoiceParts = [...records.invoiceParts, ...parts];
      },
      async remove(id) {
        await invoices.remove(id);
        records.invoiceParts = records.invoiceParts.filter(({ invoiceId }) => invoiceId !== id);
      },
    },
    chargeStatements: {
      ...{ find: statements.one, lock: statements.one, list: statements.list, remove: statements.remove },
      overlapping: async (property, span) =>
        records.statements.filter(
          ({ propertyId, periodFrom, periodTo }) =>
            propertyId === property && isIn(span, { from: periodFrom, to: periodTo }),
        ),
      insert: (statement) => statements.insert([statement]),
      update: (statement) => statements.update([statement]),
      async insertAdjustments(added) {
        records.adjustments = [...records.adjustments, ...added];
      },
      dueAdjustments: async () => [],
    },
    chargeSource: {
      units: async (property) => records.units.filter(({ propertyId }) => propertyId === property),
      shareKeys: async (property, ids) =>
        records.keys.filter(({ key }) => key.propertyId === property && has(ids, key.id)),
      lettings: async (_, span) => records.lettings.filter((letting) => isIn(span, letting)),
      occupants: async (ids, span) =>
        records.occupants.filter((occupant) => has(ids, occupant.unitId) && isIn(span, occupant)),
      provisions: async (ids) => records.provisions.filter(({ leaseUnitId }) => has(ids, leaseUnitId)),
      recoverableInvoices: async (property, span) =>
        records.invoices.filter(
          ({ propertyId, invoiceDate, recoverablePercent, id }) =>
            propertyId === property &&
            isIn(span, { from: invoiceDate, to: invoiceDate }) &&
            recoverablePercent > 0 &&
            !isInStatement(id),
        ),
    },
  };
}
