import { createHash } from "node:crypto";
import type {
  Caller,
  Day,
  Digests,
  Id,
  Instant,
  NewId,
  Replay,
  ReplayKey,
  ReplayStores,
  Transact,
  UserId,
} from "@cartulary/kernel";
import { type Cents, cents, ledgerUseCases, type NewLine, sum } from "@cartulary/ledger";
import { emptyModel, modelTransact } from "@cartulary/ledger/testkit";
import { rentalPlan } from "../../src/accounting/chart-of-accounts.ts";
import type { Mandataire } from "../../src/agency/mandataire.ts";
import { covers } from "../../src/agency/time/interval.ts";
import type { ChargeAdjustment, ChargeStatement } from "../../src/billing/charges/charge-statement.ts";
import type { AllocatedKey, ChargedUnit } from "../../src/billing/charges/distribution.ts";
import type { CalledProvision, ChargedLetting, DaySpan, UnitOccupant } from "../../src/billing/charges/ports.ts";
import { referenceKey } from "../../src/billing/charges/reference-key.ts";
import type { SupplierInvoice, SupplierInvoicePart } from "../../src/billing/charges/supplier-invoice.ts";
import type { SecurityDeposit } from "../../src/billing/deposits/security-deposit.ts";
import type { OwnerPayout, PayoutStatus } from "../../src/billing/payouts/owner-payout.ts";
import type { Payee, PayoutDistribution, TenantPayee } from "../../src/billing/payouts/ports.ts";
import type { RentCall } from "../../src/billing/rent-calls/rent-call.ts";
import type { LeaseToBill } from "../../src/billing/runs/billed-leases.ts";
import type { MandateToBill } from "../../src/billing/runs/ports.ts";
import type { BillingRun } from "../../src/billing/runs/run.ts";
import type { BilledPart, BillingRunLine } from "../../src/billing/runs/run-line.ts";
import type { FeeWithdrawal } from "../../src/money/fee-withdrawals/fee-withdrawal.ts";
import { createIngestionContext, type IngestionContext } from "../../src/money/money-in/ingestion-context.ts";
import type { CollectedPart, DueLine, PaymentAllocation } from "../../src/money/payments/allocation.ts";
import type { BankAssignment } from "../../src/money/payments/bank-assignment.ts";
import type { BankTransaction } from "../../src/money/payments/bank-transaction.ts";
import type { Payment } from "../../src/money/payments/payment.ts";
import type { PayoutExport } from "../../src/money/payout-exports/payout-export.ts";
import type { MoneyStores } from "../../src/money/ports.ts";
import type { Ownership } from "../../src/property/ownerships/ownership.ts";
import type { RentalContact } from "../../src/property/people/contact.ts";

export const NOW = "2026-04-10T08:00:00.000Z" as Instant;
export const AGENCY = "agency" as Id<"Mandataire">;
export const caller: Caller = { userId: "agent" as UserId, role: "user", scopes: ["write"], groupIds: [] };
export const digests = {
  sha256: (content: Uint8Array | string) => createHash("sha256").update(content).digest("hex"),
} as unknown as Digests;

/** A readable id: `#7` for `uuid(7)`. */
export const uuid = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}` as never;
export const short = (text: string): string => text.replaceAll(/0{8}-0000-7000-8000-0*/g, "#");

/** A tenant, as payments and letters name one. */
export interface BookTenant extends TenantPayee {
  readonly billingAddress?: string | null;
}

/** The records of a mandataire's book; all that is absent is empty. */
export interface Records {
  readonly mandataire: Partial<Mandataire>;
  readonly closedThrough: string | null;
  readonly owners: readonly Payee[];
  readonly tenants: readonly BookTenant[];
  readonly providers: readonly RentalContact[];
  readonly leases: readonly LeaseToBill[];
  readonly ownerships: readonly Ownership[];
  readonly mandates: readonly MandateToBill[];
  readonly runs: readonly BillingRun[];
  readonly runLines: readonly BillingRunLine[];
  readonly lineParts: readonly BilledPart[];
  readonly calls: readonly RentCall[];
  readonly dueLines: readonly DueLine[];
  readonly transactions: readonly BankTransaction[];
  readonly assignments: readonly BankAssignment[];
  readonly payments: readonly Payment[];
  readonly allocations: readonly PaymentAllocation[];
  readonly collected: readonly CollectedPart[];
  readonly deposits: readonly SecurityDeposit[];
  readonly payouts: readonly OwnerPayout[];
  /** The accounts of payouts, by id. */
  readonly ibans: Readonly<Record<string, string>>;
  readonly distributions: readonly PayoutDistribution[];
  readonly withdrawals: readonly FeeWithdrawal[];
  readonly invoices: readonly SupplierInvoice[];
  readonly invoiceParts: readonly SupplierInvoicePart[];
  readonly providerIbans: Readonly<Record<string, string>>;
  readonly statements: readonly ChargeStatement[];
  readonly properties: readonly string[];
  /** Units with their property. */
  readonly units: readonly (ChargedUnit & { readonly propertyId: string })[];
  readonly keys: readonly AllocatedKey[];
  readonly lettings: readonly ChargedLetting[];
  readonly occupants: readonly UnitOccupant[];
  readonly provisions: readonly CalledProvision[];
  /** What the imported opening has of tenants, by account and tenant, credits positive. */
  readonly openings: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly openingDay: string | null;
  readonly bankStatements: readonly object[];
  /** Transfers that were assigned to the agency's account. */
  readonly assignedToAgency: Cents;
  /** What tenants have not paid of the agency's fees. */
  readonly unpaidTenantFees: Cents;
  /** What tenants have not paid of owners' parts that were credited when called. */
  readonly unpaidParts: Readonly<Record<string, number>>;
}

/** Records by id, in the order in which they came. */
function table<Row extends { readonly id: string }>(rows: readonly Row[] = []) {
  const byId = new Map<string, Row>(rows.map((row) => [row.id, row]));
  const some = async (ids: readonly string[]) => ids.toSorted().flatMap((id) => byId.get(id) ?? []);
  const one = async (id: string) => byId.get(id) ?? null;
  return {
    all: (): readonly Row[] => [...byId.values()],
    where: (isOne: (row: Row) => boolean): readonly Row[] => [...byId.values()].filter(isOne),
    ...{ one, some },
    async put(changed: readonly Row[]) {
      for (const row of changed) byId.set(row.id, row);
    },
    /** Changes records that are there. */
    async change(changed: readonly Row[]) {
      for (const row of changed) if (byId.has(row.id)) byId.set(row.id, row);
    },
    async remove(id: string) {
      byId.delete(id);
    },
  };
}

const by =
  <Row>(...keys: readonly ((row: Row) => string)[]) =>
  (one: Row, other: Row): number => {
    const [mine, theirs] = [one, other].map((row) => keys.map((key) => key(row)).join(" "));
    return (mine as string) < (theirs as string) ? -1 : 1;
  };

const among =
  <Value>(values: readonly Value[]) =>
  (value: unknown): boolean =>
    values.includes(value as Value);

/** The states of a payout whose money has not left. */
const HERE: readonly PayoutStatus[] = ["blocked", "ordered", "cancelled"];

interface ListedQuery {
  readonly page: number;
  readonly perPage: number;
  readonly conditions: readonly { readonly fields: readonly string[]; readonly values: readonly unknown[] }[];
}

/** A page of the rows that have the value of each condition. */
function listed<Row extends object>(rows: readonly Row[], { page, perPage, conditions }: ListedQuery) {
  const found = rows.filter((row) =>
    conditions.every(({ fields: [field = ""], values }) => values.includes((row as Record<string, unknown>)[field])),
  );
  return { items: found.slice((page - 1) * perPage, page * perPage), total: found.length, page, perPage };
}

/**
 * Opens a book with records: stores over plain data that follow the contracts of their ports, and a ledger. What no test
 * needs is left out.
 */
export async function openBook(given: Partial<Records> = {}) {
  let count = 0;
  const newId: NewId = () => {
    count += 1;
    return uuid(1000 + count);
  };
  const clock = { now: () => NOW };
  const bookkeeping = ledgerUseCases({ ...rentalPlan, clock, newId, digests });
  const model = emptyModel();
  const transact = modelTransact(model);
  const ledger = await transact.read(async (stores) => stores);
  await bookkeeping.open.run(ledger, caller, "book" as never);
  if (model.book) model.book = { ...model.book, closedThrough: (given.closedThrough ?? null) as never };

  const people = [
    ...(given.owners ?? []),
    ...(given.tenants ?? []),
    ...(given.providers ?? []).flatMap(({ accountingCode, displayName: name }) =>
      accountingCode === null ? [] : [{ accountingCode, name }],
    ),
  ];
  for (const { accountingCode: code, name } of people)
    model.auxiliaries.set(code, { kind: code.slice(0, 3), code, name, entityType: null, entityId: null });

  const records = {
    exports: table<PayoutExport>(),
    ...{ runs: table(given.runs), runLines: table(given.runLines), calls: table(given.calls) },
    ...{ payments: table(given.payments), allocations: table(given.allocations), collected: table(given.collected) },
    ...{ deposits: table(given.deposits), payouts: table(given.payouts), invoices: table(given.invoices) },
    ...{
      statements: table(given.statements),
      providers: table(given.providers),
      withdrawals: table(given.withdrawals),
    },
    lineParts: [...(given.lineParts ?? [])],
    dueLines: [...(given.dueLines ?? [])],
    invoiceParts: [...(given.invoiceParts ?? [])],
    adjustments: [] as ChargeAdjustment[],
    uncalled: [] as string[],
    removed: [] as string[],
    seen: [] as unknown[],
    counters: new Map<string, number>(),
  };
  const { owners = [], tenants = [], leases = [], openings = {}, unpaidParts = {} } = given;
  const replays = new Map<string, Replay>();
  const documents = new Map<string, string>();
  const withAccount = (payout: OwnerPayout) => ({ payout, iban: given.ibans?.[payout.id] ?? null, bic: null });
  const payable = (ids: readonly string[] | null) =>
    records.payouts
      .where(({ id, status }) => (ids === null ? status === "ordered" : ids.includes(id)))
      .toSorted(by(({ reference }) => reference))
      .map(withAccount);
  const opened = (account: string, ids: readonly string[]) =>
    new Map(Object.entries(openings[account] ?? {}).filter(([id]) => ids.includes(id)));
  const open = () =>
    records.invoices
      .where(({ status }) => status === "open")
      .toSorted(by(({ invoiceDate, id }) => `${invoiceDate} ${id}`));
  const overlap = (one: DaySpan, other: { readonly from: Day; readonly to: Day | null }) =>
    one.from <= (other.to ?? one.from) && other.from <= one.to;

  const stores = {
    ...ledger,
    entries: { ...ledger.entries, openingDay: async () => given.openingDay ?? null },
    mandataires: {
      find: async () => ({
        id: AGENCY,
        name: "Agence",
        accountingCode: "1",
        iban: null,
        accountingMode: "cash",
        ...given.mandataire,
      }),
    },
    codes: {
      lock: async (kind: string) => records.counters.get(kind) ?? 0,
      set: async (kind: string, last: number) => void records.counters.set(kind, last),
      findRetired: async () => [],
    },
    tenants: { lock: async () => null, find: async (id: string) => tenants.find((each) => each.id === id) ?? null },
    serviceProviders: {
      lock: records.providers.one,
      update: (provider: RentalContact) => records.providers.change([provider]),
    },
    properties: {
      lock: async (id: string) => (given.properties?.includes(id) ? { id } : null),
      find: async (id: string) => (given.properties?.includes(id) ? { id } : null),
    },
    units: { find: async (id: string) => given.units?.find((unit) => unit.id === id) ?? null },
    leases: { find: async (id: string) => leases.find(({ lease }) => lease.id === id)?.lease ?? null },
    shareKeys: {
      of: async (id: string) => (given.keys ?? []).flatMap(({ key }) => (key.propertyId === id ? [key] : [])),
    },
    tombstones: { insert: async (_: string, ids: readonly string[]) => void records.removed.push(...ids) },
    applicationSource: {
      payees: async (ids: readonly string[]) => owners.filter(({ id }) => ids.includes(id)),
      tenantPayees: async (ids: readonly string[]) => tenants.filter(({ id }) => ids.includes(id)),
      tenantCodes: async (ids: readonly string[]) =>
        new Map(tenants.filter(({ id }) => ids.includes(id)).map(({ id, accountingCode }) => [id, accountingCode])),
      openingBalances: async (account: string, ids: readonly string[]) => opened(account, ids),
      contributors: async (ids: readonly string[]) =>
        leases
          .filter(({ lease }) => ids.includes(lease.id))
          .flatMap(({ lease, parties }) =>
            parties.map((party) => ({ ...party, leaseId: lease.id, tenantId: party.partyableId })),
          ),
    },
    billingSource: {
      leases: async (ids: readonly string[]) => leases.filter(({ lease }) => ids.includes(lease.id)),
      ownerships: async (ids: readonly string[]) =>
        (given.ownerships ?? []).filter(({ unitId }) => ids.includes(unitId)),
      mandates: async (ids: readonly string[]) =>
        (given.mandates ?? []).filter(({ mandate }) => ids.includes(mandate.ownerId)),
      lettings: async () => [],
    },
    billingRuns: {
      ...{ find: records.runs.one, lock: records.runs.one },
      insertHidden: (run: BillingRun) => records.runs.put([run]),
      update: (run: BillingRun) => records.runs.change([run]),
    },
    billingRunLines: {
      partsOf: async (_: unknown, ids: readonly string[]) =>
        records.lineParts.filter(({ lineId }) => ids.includes(lineId)),
      ...{ billedElsewhere: async () => [], tenantFeesElsewhere: async () => [] },
      async insert(lines: readonly BillingRunLine[], parts: readonly BilledPart[]) {
        await records.runLines.put(lines);
        records.lineParts.push(...parts);
        for (const { billingRunId, computation, id: lineId, amountHt: htCents, vatAmount: vatCents } of lines)
          records.dueLines.push({
            ...{ rentCallId: "" as never, billingRunId, computation, lineId, htCents, vatCents },
            shares: parts.filter((part) => part.lineId === lineId),
          });
      },
    },
    replays: {
      find: async ({ key }: ReplayKey) => replays.get(key) ?? null,
      insert: async (replay: Replay) => replays.set(replay.key, replay).has(replay.key),
    },
    serviceEvents: { due: async () => [] },
    rentCalls: { lock: records.calls.some, insert: records.calls.put, update: records.calls.change },
    moneyInSource: {
      openCallsOfLeases: async (ids: readonly string[]) =>
        records.calls
          .where(({ leaseId, remainingAmountCents }) => among(ids)(leaseId) && remainingAmountCents > 0)
          .toSorted(by(({ dueDate, reference }) => `${dueDate} ${reference}`)),
      callsOf: async (references: readonly string[]) =>
        records.calls.where(({ reference }) => references.includes(reference)),
      linesOf: async (ids: readonly string[]) =>
        records.dueLines.flatMap((line) => {
          const call = records.calls
            .all()
            .find(
              ({ id, billingRunId }) =>
                id === line.rentCallId || (line.rentCallId === ("" as string) && billingRunId === line.billingRunId),
            );
          return call && ids.includes(call.id) ? [{ ...line, rentCallId: call.id }] : [];
        }),
      callLines: async (ids: readonly string[]) =>
        records.calls
          .where(({ id }) => ids.includes(id))
          .flatMap(({ id: rentCallId, reference }) =>
            model.sealed
              .filter(({ documentReference }) => documentReference === reference)
              .flatMap(({ lines, accountingDate }) =>
                lines
                  .filter(({ accountCode }) => accountCode === "411000")
                  .map(({ id: lineId }) => ({ rentCallId, lineId, accountingDate })),
              ),
          ),
      creditNoteLines: async () => [],
      settledRuns: async (ids: readonly string[]) =>
        ids.filter(
          (id) =>
            records.allocations.all().some((each) => each.billingRunId === id && each.madeByRunId !== id) ||
            records.payouts
              .where(({ billingRunId }) => billingRunId === id)
              .some(({ status, refusedTransactionId }) => refusedTransactionId !== null || !HERE.includes(status)),
        ),
      payoutEntries: async (ids: readonly string[]) =>
        new Map(
          ids.flatMap((id) => {
            const own = model.sealed.filter(
              ({ sourceType, sourceId }) => sourceType === "OwnerPayout" && sourceId === id,
            );
            return own.length > 0 ? [[id, own.length] as const] : [];
          }),
        ),
      unpaidPartsOf: async (ids: readonly string[]) =>
        new Map(Object.entries(unpaidParts).filter(([id]) => ids.includes(id))),
      tenantsOfLeases: async (ids: readonly string[]) =>
        leases
          .filter(({ lease }) => ids.includes(lease.id))
          .flatMap(({ parties }) =>
            parties.map(({ partyableId, name }) => ({ tenantId: partyableId, tenantName: name })),
          ),
    },
    bankTransactions: {
      list: async (query: ListedQuery) => listed(given.transactions ?? [], query),
      refundsOf: async () => [],
      find: async (id: string) => given.transactions?.find((each) => each.id === id) ?? null,
    },
    payments: {
      find: records.payments.one,
      list: async (query: ListedQuery) => listed(records.payments.all(), query),
      lockCredits: async (ids: readonly string[]) =>
        records.payments
          .where(({ tenantId, remainingCents }) => among(ids)(tenantId) && remainingCents > 0)
          .toSorted(by(({ paymentDate, reference }) => `${paymentDate} ${reference}`)),
      ...{ insert: records.payments.put, update: records.payments.change },
    },
    paymentAllocations: {
      viewsOf: async (id: string) => records.allocations.where(({ paymentId }) => paymentId === id),
      ofCalls: async (ids: readonly string[]) =>
        records.allocations.where(({ rentCallId }) => ids.includes(rentCallId)),
      carriedBy: async (ids: readonly string[]) =>
        records.allocations.where(({ tenantLineId }) => ids.includes(tenantLineId)),
      partsOf: async (ids: readonly string[]) =>
        records.collected.where(({ allocationId }) => ids.includes(allocationId)),
      async insert(allocations: readonly PaymentAllocation[], parts: readonly CollectedPart[]) {
        await records.allocations.put(allocations);
        await records.collected.put(parts);
      },
    },
    securityDeposits: {
      ...{ find: records.deposits.one, lock: records.deposits.one, insert: records.deposits.put },
      update: (deposit: SecurityDeposit) => records.deposits.change([deposit]),
      list: async (query: ListedQuery) => listed(records.deposits.all(), query),
      markUncalled: async (ids: readonly string[]) => void records.uncalled.push(...ids),
      async refresh() {
        // Received amounts of deposits follow the allocations; the deposits of these tests are returned in the same turn.
      },
    },
    payoutExports: {
      find: async (id: string) => {
        const found = await records.exports.one(id);
        const payouts = records.payouts
          .where(({ exportId }) => exportId === id)
          .map(({ id: payoutId }) => ({ payoutId }));
        return found && { ...found, payouts };
      },
      list: async (query: ListedQuery) => listed(records.exports.all(), query),
      document: async (id: string) => documents.get(id) ?? null,
      async insert(made: PayoutExport, _: unknown, document: string) {
        await records.exports.put([made]);
        documents.set(made.id, document);
      },
      async remove(id: string) {
        const isThere = (await records.exports.one(id)) !== null;
        await records.exports.remove(id);
        return isThere;
      },
    },
    ownerPayouts: {
      payable: async (ids: readonly string[] | null) => payable(ids),
      lockPayable: async (ids: readonly string[]) => payable(ids),
      distributions: async (ids: readonly string[]) =>
        (given.distributions ?? []).filter(({ payoutId }) => ids.includes(payoutId)),
      list: async (query: ListedQuery) => listed(records.payouts.all(), query),
      lockNamed: async (references: readonly string[]) =>
        records.payouts
          .where(({ reference }) => references.includes(reference))
          .toSorted(by(({ reference }) => reference)),
      lockAwaiting: async (amounts: readonly Cents[]) =>
        records.payouts
          .where(
            ({ status, amountCents }) =>
              (status === "ordered" || status === "transmitted") && amounts.includes(amountCents),
          )
          .toSorted(by(({ reference }) => reference))
          .map(withAccount),
      lockExecutedBy: async (id: string) =>
        records.payouts
          .where(({ bankTransactionId }) => bankTransactionId === id)
          .toSorted(by(({ reference }) => reference)),
      ...{ insert: records.payouts.put, update: records.payouts.change },
    },
    bankAssignments: {
      total: async () => given.assignedToAgency ?? cents(0),
      ofTransactions: async (ids: readonly string[]) =>
        (given.assignments ?? []).filter(({ bankTransactionId }) => ids.includes(bankTransactionId)),
    },
    bankStatements: {
      list: async (query: ListedQuery) => listed(given.bankStatements ?? [], query),
      reconciliation: async (iban: string | null, on: Day) => ({ iban, on }),
    },
    feeWithdrawals: {
      insert: (withdrawal: FeeWithdrawal) => records.withdrawals.put([withdrawal]),
      total: async () => sum(records.withdrawals.all().map(({ amountCents }) => amountCents)),
      unpaidTenantFees: async () => given.unpaidTenantFees ?? cents(0),
      lockUnmatched: async (amounts: readonly Cents[]) =>
        records.withdrawals.where(
          ({ amountCents, bankReference }) => bankReference === null && amounts.includes(amountCents),
        ),
      match: async (seen: readonly unknown[]) => void records.seen.push(...seen),
    },
    supplierInvoices: {
      ...{ find: records.invoices.one, lock: records.invoices.one, remove: records.invoices.remove },
      list: async (query: ListedQuery) => listed(records.invoices.all(), query),
      lockNamed: async (keys: readonly string[]) =>
        records.invoices.where(({ reference }) => keys.includes(referenceKey(reference))),
      lockOpenOf: async (transfers: readonly { readonly iban: string; readonly amountCents: Cents }[]) =>
        open().flatMap((invoice) => {
          const iban = given.providerIbans?.[invoice.serviceProviderId];
          const isPaid = transfers.some((each) => each.iban === iban && each.amountCents === invoice.totalCents);
          return iban !== undefined && isPaid ? [{ invoice, iban }] : [];
        }),
      lockPaidBy: async (id: string) => records.invoices.where(({ bankTransactionId }) => bankTransactionId === id),
      isTaken: async (provider: string, reference: string) =>
        records.invoices.all().some((each) => each.serviceProviderId === provider && each.reference === reference),
      isInStatement: async (id: string) =>
        records.statements.all().some(({ lines }) => lines.some(({ supplierInvoiceId }) => supplierInvoiceId === id)),
      providerCodes: async (ids: readonly string[]) =>
        new Map(
          records.providers
            .where(({ id }) => ids.includes(id))
            .flatMap(({ id, accountingCode }) => (accountingCode === null ? [] : [[id, accountingCode] as const])),
        ),
      partsOf: async (ids: readonly string[]) =>
        records.invoiceParts.filter(({ invoiceId }) => ids.includes(invoiceId)),
      openPartsOf: async (ids: readonly string[]) => {
        const isOpen = new Set<string>(open().map(({ id }) => id));
        const own = records.invoiceParts.filter(
          ({ invoiceId, ownerId }) => isOpen.has(invoiceId) && ids.includes(ownerId),
        );
        return new Map(
          [...Map.groupBy(own, ({ ownerId }) => ownerId)].map(([id, parts]) => [
            id,
            sum(parts.map(({ amountCents }) => amountCents)),
          ]),
        );
      },
      async insert(invoice: SupplierInvoice, parts: readonly SupplierInvoicePart[]) {
        await records.invoices.put([invoice]);
        records.invoiceParts.push(...parts);
      },
      update: records.invoices.change,
    },
    chargeStatements: {
      ...{ find: records.statements.one, lock: records.statements.one, remove: records.statements.remove },
      list: async (query: ListedQuery) => listed(records.statements.all(), query),
      overlapping: async (property: string, { from, to }: DaySpan) =>
        records.statements.where(
          ({ propertyId, periodFrom, periodTo }) => propertyId === property && periodFrom <= to && from <= periodTo,
        ),
      insert: (statement: ChargeStatement) => records.statements.put([statement]),
      update: (statement: ChargeStatement) => records.statements.change([statement]),
      insertAdjustments: async (added: readonly ChargeAdjustment[]) => void records.adjustments.push(...added),
      dueAdjustments: async () => [],
    },
    chargeSource: {
      units: async (property: string) => (given.units ?? []).filter(({ propertyId }) => propertyId === property),
      shareKeys: async (property: string, ids: readonly string[]) =>
        (given.keys ?? []).filter(({ key }) => key.propertyId === property && ids.includes(key.id)),
      lettings: async (_: string, span: DaySpan) => (given.lettings ?? []).filter((letting) => overlap(span, letting)),
      occupants: async (ids: readonly string[], span: DaySpan) =>
        (given.occupants ?? []).filter(
          ({ unitId, from, to }) =>
            ids.includes(unitId) && (from === null || from <= span.to) && (to === null || span.from <= to),
        ),
      provisions: async (ids: readonly string[]) =>
        (given.provisions ?? []).filter(({ leaseUnitId }) => ids.includes(leaseUnitId)),
      recoverableInvoices: async (property: string, { from, to }: DaySpan) =>
        records.invoices.where(
          ({ propertyId, invoiceDate, recoverablePercent, id }) =>
            propertyId === property &&
            from <= invoiceDate &&
            invoiceDate <= to &&
            recoverablePercent > 0 &&
            !records.statements
              .all()
              .some(({ lines }) => lines.some(({ supplierInvoiceId }) => supplierInvoiceId === id)),
        ),
    },
    letterSource: {
      tenantNames: async (ids: readonly string[], day: Day) =>
        leases
          .filter(({ lease }) => ids.includes(lease.id))
          .flatMap(({ parties }) => parties.filter(({ validFrom: from, validTo: to }) => covers({ from, to }, day)))
          .flatMap(({ name }) => name ?? []),
      ownerNames: async (ids: readonly string[], day: Day) => {
        const letUnits = new Set<string>(
          leases
            .filter(({ lease }) => ids.includes(lease.id))
            .flatMap(({ units }) => units.map(({ unitId }) => unitId)),
        );
        return (given.ownerships ?? [])
          .filter(({ unitId, validFrom: from, validTo: to }) => letUnits.has(unitId) && covers({ from, to }, day))
          .flatMap(({ ownerId }) => owners.find(({ id }) => id === ownerId)?.name ?? []);
      },
      premises: async (ids: readonly string[]) =>
        leases
          .filter(({ lease }) => ids.includes(lease.id))
          .flatMap(({ lease, units }) =>
            units.map(({ identifier: unitIdentifier, propertyName }) => ({
              ...{ leaseType: lease.leaseType, unitIdentifier, propertyName, address: null, addressLines: [] },
            })),
          ),
    },
  } as unknown as MoneyStores & ReplayStores;

  const run: Transact<typeof stores>["read"] = (work) => work(stores);
  const intake = (): Promise<IngestionContext> =>
    createIngestionContext(
      stores,
      { clock, newId, bookkeeping },
      { caller, mandataireId: AGENCY, heartbeat: () => {} },
    );
  return {
    ...{ records, stores, intake, clock, newId, bookkeeping },
    transactFor: () => ({ read: run, single: run, write: run, claim: run }),
    /** Posts an entry of miscellaneous operations. */
    async post(documentReference: string, lines: readonly NewLine[], day = "2026-03-01", more: object = {}) {
      const entry = {
        societyCode: "1",
        journal: "OD",
        documentReference,
        lines,
        accountingDate: day as Day,
        documentDate: day as Day,
        ...more,
      };
      const [sealed] = await bookkeeping.post.run(stores, caller, [entry]);
      return sealed;
    },
    /** The entries after those that a test posted itself, with lines as texts. */
    entries: (from = 0) =>
      model.sealed
        .slice(from)
        .map(({ lines, accountingDate, documentReference, description, sourceType, sourceId, sourceSeq }) => ({
          ...{
            accountingDate,
            documentReference,
            description,
            source: short(`${sourceType} ${sourceId} ${sourceSeq}`),
          },
          lines: lines.map(
            ({ accountCode, auxiliaryCode, label, debitCents, creditCents }) =>
              `${debitCents > 0 ? "D" : "C"} ${accountCode} ${auxiliaryCode ?? "-"} ${debitCents + creditCents} ${label}`,
          ),
        })),
    model,
  };
}
