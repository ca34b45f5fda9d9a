import { createHash } from "node:crypto";
import type { Caller, Day, Digests, Id, Instant, NewId, UserId } from "@cartulary/kernel";
import {
  type Auxiliary,
  type BookId,
  type Cents,
  cents,
  createLedger,
  type EntryId,
  type Line,
  type LineId,
  ledgerUseCases,
  type NewLine,
} from "@cartulary/ledger";
import { emptyModel, type LedgerModel, modelTransact } from "@cartulary/ledger/testkit";
import { rentalPlan } from "../../src/accounting/chart-of-accounts.ts";
import type { Mandataire, MandataireId } from "../../src/agency/mandataire.ts";
import type { RentCall, RentCallId } from "../../src/billing/rent-calls/rent-call.ts";
import type { AppliedRun } from "../../src/billing/run-application/application-listener.ts";
import type { BillingRun } from "../../src/billing/runs/run.ts";
import { assign } from "../../src/money/assignments/assign-lines.ts";
import type { AssignmentLineInput, ValidAssignmentLine } from "../../src/money/assignments/assignment-input.ts";
import { takeBackAssignment } from "../../src/money/assignments/taking-back.ts";
import { applyCreditsToRun } from "../../src/money/money-in/apply-credits.ts";
import type { BankFileInput } from "../../src/money/money-in/file-input.ts";
import { createPaymentIngestion, type IngestionResult } from "../../src/money/money-in/ingestion.ts";
import { createIngestionContext } from "../../src/money/money-in/ingestion-context.ts";
import type { BankTransactionInput } from "../../src/money/money-in/transaction-input.ts";
import type { CollectedPart, DueLine, PaymentAllocation } from "../../src/money/payments/allocation.ts";
import type { BankAssignment } from "../../src/money/payments/bank-assignment.ts";
import type { BankTransaction, BankTransactionId } from "../../src/money/payments/bank-transaction.ts";
import type { Payment } from "../../src/money/payments/payment.ts";
import type { CreditNoteLine, TenantOfLease } from "../../src/money/payments/ports.ts";
import type { PayoutMatching } from "../../src/money/payout-matching/match-payouts.ts";
import type { MoneyStores } from "../../src/money/ports.ts";

/** The records of an agency as plain lists. */
interface Listed {
  iban: string | null;
  transactions: readonly BankTransaction[];
  payments: readonly Payment[];
  calls: readonly RentCall[];
  dueLines: readonly DueLine[];
  /** The entry of each call. */
  callEntries: ReadonlyMap<RentCallId, EntryId>;
  allocations: readonly PaymentAllocation[];
  parts: readonly CollectedPart[];
  assignments: readonly BankAssignment[];
  runs: readonly Pick<BillingRun, "id" | "status" | "cancellable">[];
  tenantIbans: readonly { readonly iban: string; readonly tenantId: Id<"TenantActor">; readonly tenantName: string }[];
  /** The tenants of leases, who pay for them. */
  parties: readonly TenantOfLease[];
  counters: ReadonlyMap<string, number>;
}

export const CALLER: Caller = {
  userId: "00000000-0000-7000-8000-00000000000a" as UserId,
  role: "user",
  scopes: ["write"],
  groupIds: [],
};
const MANDATAIRE = "00000000-0000-7000-8000-0000000000b0" as MandataireId;

function streamed(): never {
  throw new Error("Texts are hashed whole");
}
const DIGESTS: Digests = {
  sha256: (content) => createHash("sha256").update(content).digest("hex"),
  startSha256: streamed,
  startMd5: streamed,
  crc32: streamed,
  timingSafeEqual: (left, right) => left === right,
};

/** Replaces the records of these ids. */
function replaced<Stored extends { readonly id: string }>(all: readonly Stored[], changed: readonly Stored[]) {
  const byId = new Map<string, Stored>(changed.map((each) => [each.id, each]));
  return all.map((each) => byId.get(each.id) ?? each);
}

const isOneOf = <Value>(values: readonly Value[]) => {
  const wanted = new Set(values);
  return (value: Value) => wanted.has(value);
};

const byDueDate = (one: RentCall, other: RentCall): number =>
  `${one.dueDate} ${one.reference}` < `${other.dueDate} ${other.reference}` ? -1 : 1;
const byId = (one: { readonly id: string }, other: { readonly id: string }): number => (one.id < other.id ? -1 : 1);

/** The stores of incoming money over lists; those that a test does not need are absent. */
function listedStores(listed: Listed, model: LedgerModel): Partial<MoneyStores> {
  const open = () => listed.calls.filter(({ remainingAmountCents }) => remainingAmountCents > 0).toSorted(byDueDate);
  const effective = () => listed.allocations.filter(({ status }) => status === "allocated");
  const tenantLines = (call: RentCallId) =>
    (model.sealed.find(({ id }) => id === listed.callEntries.get(call))?.lines ?? []).filter(
      ({ accountCode }) => accountCode === "411000",
    );
  const stores = {
    mandataires: {
      find: async () => ({ id: MANDATAIRE, iban: listed.iban, accountingCode: "S" }) as unknown as Mandataire,
    },
    codes: {
      lock: async (kind: string) => listed.counters.get(kind) ?? 0,
      set: async (kind: string, last: number) => {
        listed.counters = new Map([...listed.counters, [kind, last]]);
      },
    },
    bankTransactions: {
      find: async (id: BankTransactionId) => listed.transactions.find((each) => each.id === id) ?? null,
      lock: async (ids: readonly BankTransactionId[]) => listed.transactions.filter(({ id }) => ids.includes(id)),
      lockOfPortal: async (references: readonly string[]) =>
        listed.transactions.filter((each) => each.isFromPortal && references.includes(each.bankReference)),
      lockOfFiles: async (facts: readonly BankTransaction[]) =>
        listed.transactions.filter(
          (each) =>
            !each.isFromPortal &&
            facts.some(
              ({ bankReference, bookedOn, direction, amountCents }) =>
                each.bankReference === bankReference &&
                each.bookedOn === bookedOn &&
                each.direction === direction &&
                each.amountCents === amountCents,
            ),
        ),
      lockOfContents: async (keys: readonly string[]) =>
        listed.transactions.filter(({ contentKey }) => contentKey !== null && keys.includes(contentKey)),
      lockOriginals: async (query) =>
        listed.transactions.filter((each) => {
          const { bankReference, servicerReference, endToEndId, amountCents } = each;
          const isOfAmount = query.amounts.includes(amountCents);
          return (
            query.bankReferences.includes(bankReference) ||
            (isOfAmount && servicerReference !== null && query.servicerReferences.includes(servicerReference)) ||
            (isOfAmount && endToEndId !== null && query.endToEndIds.includes(endToEndId))
          );
        }),
      refundsOf: async (payments) => {
        const credits = new Map(listed.payments.map(({ id, creditLineId }) => [id, creditLineId]));
        const refunds = [
          ...listed.transactions.map(({ paymentId, tenantLineId }) => ({ paymentId, tenantLineId })),
          ...listed.assignments
            .filter(({ isReversed }) => !isReversed)
            .flatMap((each) => each.credits.filter(({ isRefund }) => isRefund)),
        ];
        const lines = refunds.flatMap(({ paymentId, tenantLineId }) =>
          paymentId && payments.includes(paymentId) ? (tenantLineId ?? []) : [],
        );
        return refunds.flatMap(({ paymentId, tenantLineId }) => {
          const creditLineId = paymentId && credits.get(paymentId);
          return creditLineId && tenantLineId && lines.includes(tenantLineId)
            ? [{ paymentId, tenantLineId, creditLineId }]
            : [];
        });
      },
      insert: async (added) => {
        listed.transactions = [...listed.transactions, ...added];
      },
      update: async (changed) => {
        listed.transactions = replaced(listed.transactions, changed);
      },
      recognise: async (changed) => {
        listed.transactions = replaced(listed.transactions, changed);
      },
    } satisfies Partial<MoneyStores["bankTransactions"]>,
    payments: {
      lock: async (ids) => listed.payments.filter(({ id }) => ids.includes(id)).toSorted(byId),
      lockCredits: async (tenants) =>
        listed.payments
          .filter(({ tenantId, remainingCents, status }) => {
            return tenantId !== null && tenants.includes(tenantId) && remainingCents > 0 && status !== "rejected";
          })
          .toSorted((one, other) =>
            `${one.paymentDate} ${one.reference}` < `${other.paymentDate} ${other.reference}` ? -1 : 1,
          ),
      lockOfLines: async (tenants, lines) =>
        listed.payments.filter(
          ({ tenantId, creditLineId }) =>
            tenantId !== null && tenants.includes(tenantId) && creditLineId !== null && lines.includes(creditLineId),
        ),
      insert: async (added) => {
        listed.payments = [...listed.payments, ...added];
      },
      update: async (changed) => {
        listed.payments = replaced(listed.payments, changed);
      },
    } satisfies Partial<MoneyStores["payments"]>,
    paymentAllocations: {
      ofCalls: async (calls) => effective().filter(({ rentCallId }) => calls.includes(rentCallId)),
      ofPayments: async (payments) => effective().filter(({ paymentId }) => payments.includes(paymentId)),
      carriedBy: async (lines) => effective().filter(({ tenantLineId }) => lines.includes(tenantLineId)),
      madeBy: async (runId) => effective().filter(({ madeByRunId }) => madeByRunId === runId),
      partsOf: async (allocations) =>
        listed.parts.filter((each) => each.status === "allocated" && allocations.includes(each.allocationId)),
      insert: async (allocations, parts) => {
        listed.allocations = [...listed.allocations, ...allocations];
        listed.parts = [...listed.parts, ...parts];
      },
      update: async (changed) => {
        listed.allocations = replaced(listed.allocations, changed);
      },
      updateParts: async (changed) => {
        listed.parts = replaced(listed.parts, changed);
      },
      remit: async (ids, runId) => {
        const isRemitted = isOneOf(ids);
        listed.parts = listed.parts.map((each) => (isRemitted(each.id) ? { ...each, remittedByRunId: runId } : each));
      },
      reverseOf: async (runId) => {
        listed.parts = listed.parts.map((each) =>
          each.remittedByRunId === runId ? { ...each, remittedByRunId: null } : each,
        );
      },
    } satisfies Partial<MoneyStores["paymentAllocations"]>,
    moneyInSource: {
      callsOf: async (references) => listed.calls.filter(({ reference }) => references.includes(reference)),
      openCalls: async (tenants) => open().filter(({ tenantId }) => tenantId !== null && tenants.includes(tenantId)),
      openCallsOfLeases: async (leases) => open().filter(({ leaseId }) => leaseId !== null && leases.includes(leaseId)),
      openCallsOfAmounts: async (amounts) =>
        open().filter((call) => call.tenantId !== null && amounts.includes(call.remainingAmountCents)),
      tenantsOfIbans: async (ibans) => listed.tenantIbans.filter(({ iban }) => ibans.includes(iban)),
      leasesOfCaf: async () => [],
      leasesPaidBy: async (tenants) => listed.parties.filter(({ tenantId }) => tenants.includes(tenantId)),
      tenantsOfLeases: async (leases) => listed.parties.filter(({ leaseId }) => leases.includes(leaseId)),
      linesOf: async (calls) => listed.dueLines.filter(({ rentCallId }) => calls.includes(rentCallId)),
      callLines: async (calls) =>
        calls.flatMap((rentCallId) =>
          tenantLines(rentCallId).map(({ id: lineId }) => ({
            ...{ rentCallId, lineId },
            accountingDate: listed.calls.find(({ id }) => id === rentCallId)?.periodStart as Day,
          })),
        ),
      creditNoteLines: async (payments) =>
        listed.payments
          .filter(({ id, bankTransactionId }) => bankTransactionId === null && payments.includes(id))
          .flatMap(({ creditLineId, entryId }): readonly CreditNoteLine[] =>
            [...listed.callEntries]
              .filter(([, entry]) => entry === entryId)
              .flatMap(([call]) => tenantLines(call))
              .flatMap(({ id }) =>
                creditLineId === null || id === creditLineId ? [] : [{ creditLineId, lineId: id }],
              ),
          ),
      settledRuns: async (runs) =>
        runs.filter((run) =>
          listed.calls.some(({ billingRunId, paidAmountCents }) => billingRunId === run && paidAmountCents > 0),
        ),
      runsToMark: async () => listed.runs.map(({ id }) => id),
    } satisfies Partial<MoneyStores["moneyInSource"]>,
    rentCalls: {
      lock: async (ids) => listed.calls.filter(({ id }) => ids.includes(id)).toSorted(byId),
      lockOf: async (run, after, limit) =>
        listed.calls
          .filter(({ id, billingRunId }) => billingRunId === run && (after === null || id > after))
          .toSorted(byId)
          .slice(0, limit),
      update: async (changed) => {
        listed.calls = replaced(listed.calls, changed);
      },
    } satisfies Partial<MoneyStores["rentCalls"]>,
    applicationSource: {
      tenantCodes: async (ids: readonly string[]) => new Map(ids.map((id) => [id, codeOf(id)])),
      payees: async (ids: readonly string[]) => ids.map((id) => ({ id, accountingCode: codeOf(id) })),
    },
    billingRuns: {
      find: async (id: string) => listed.runs.find((each) => each.id === id) ?? null,
      lock: async (id: string) => listed.runs.find((each) => each.id === id) ?? null,
      update: async (run: Listed["runs"][number]) => {
        listed.runs = replaced(listed.runs, [run]);
      },
    },
    billingRunInputs: { page: async () => [] },
    bankAssignments: {
      ofTransactions: async (ids) =>
        listed.assignments.filter((each) => !each.isReversed && ids.includes(each.bankTransactionId)),
      insert: async (added) => {
        listed.assignments = [...listed.assignments, added];
      },
      reverse: async (id) => {
        listed.assignments = listed.assignments.map((each) => (each.id === id ? { ...each, isReversed: true } : each));
      },
    } satisfies Partial<MoneyStores["bankAssignments"]>,
    securityDeposits: { refresh: async () => {} },
  };
  return stores as unknown as Partial<MoneyStores>;
}

/** The auxiliary account of a tenant or an owner, whose id is a name: `LOC-ADA`, `PRO-OTTO`. */
const codeOf = (name: string): string => `${name.startsWith("o") ? "PRO" : "LOC"}-${name.toUpperCase()}`;

/** A call to issue: of a tenant, its day, its rent by owner, and whether owners are credited when it is called. */
interface NewCall {
  readonly tenant: string | null;
  readonly day: string;
  readonly rent: Readonly<Record<string, number>>;
  readonly isAccrual?: boolean;
  readonly run?: string;
  /** The lines of the call on its tenant's account, if they are several; they add up to its total. */
  readonly lines?: readonly number[];
  readonly kind?: RentCall["kind"];
  /** Whose lease it is of, if not its tenant's. */
  readonly leaseOf?: string;
}

/** A payout that the bank executes: an owner and an amount. */
export type Payouts = Readonly<Record<string, readonly [owner: string, amount: number]>>;

/** An agency in memory: a book of the ledger's model, records as lists, and the use cases of incoming money. */
export async function listedAgency({ payouts = {}, iban = null as string | null } = {}) {
  const model = emptyModel();
  const listed: Listed = {
    ...{ iban, transactions: [], payments: [], calls: [], dueLines: [], callEntries: new Map(), allocations: [] },
    ...{ parts: [], assignments: [], runs: [], tenantIbans: [], parties: [], counters: new Map() },
  };
  let now = "2026-03-20T09:00:00.000Z" as Instant;
  let ids = 0;
  const newId: NewId = <Noun extends string>() => {
    ids += 1;
    return `00000000-0000-7000-9000-${ids.toString(16).padStart(12, "0")}` as Id<Noun>;
  };
  const settings = { clock: { now: () => now }, newId, digests: DIGESTS };
  const ledger = createLedger({ ...rentalPlan, ...settings, transact: modelTransact(model) });
  await ledger.open(CALLER, MANDATAIRE as unknown as BookId);
  const auxiliary = (name: string): Auxiliary => ({
    ...{ kind: codeOf(name).slice(0, 3), code: codeOf(name), name, entityType: "Actor", entityId: name },
  });
  for (const name of ["ada", "blaise", "olga", "otto"]) await ledger.saveAuxiliary(CALLER, auxiliary(name));
  const unknown = { kind: "LOC", code: "LOC-INCONNU", name: "Inconnu", entityType: null, entityId: null };
  await ledger.saveAuxiliary(CALLER, unknown);

  const write = async <Result>(work: (stores: MoneyStores) => Promise<Result>): Promise<Result> => {
    const before = { ...listed };
    try {
      return await modelTransact(model).write((stores) =>
        work({ ...stores, ...listedStores(listed, model) } as unknown as MoneyStores),
      );
    } catch (error) {
      Object.assign(listed, before);
      throw error;
    }
  };
  const transactFor = () => ({ read: write, single: write, write, claim: write });
  let longWrites = 0;
  const ingestion = createPaymentIngestion<MoneyStores>({
    ...settings,
    transactFor,
    longWrite: (_, work) => {
      longWrites += 1;
      return write((stores) => work(stores, () => {}));
    },
    outbound: payoutsOf(payouts, () => listed.transactions),
  })(MANDATAIRE);
  const intakeOf = (stores: MoneyStores) =>
    createIngestionContext(
      stores,
      { ...settings, bookkeeping: ledgerUseCases({ ...rentalPlan, ...settings }) },
      { caller: CALLER, mandataireId: MANDATAIRE, heartbeat: () => {} },
    );
  const listener = applyCreditsToRun<MoneyStores>(settings);
  const runOf = (id: string) => ({ id, mandataireId: MANDATAIRE, computation: 1 }) as unknown as BillingRun;
  const transactionOf = (reference: string) => {
    const found = listed.transactions.find(({ bankReference }) => bankReference === reference);
    if (!found) throw new TypeError(`No transaction ${reference}`);
    return found;
  };

  return {
    ...{ model, listed, ledger, write },
    today: (day: string) => {
      now = `${day}T09:00:00.000Z` as Instant;
    },
    longWrites: () => longWrites,
    /** Issues a call, with its entry. Returns its reference. */
    async call({
      tenant: name,
      day,
      rent,
      isAccrual = false,
      run = "run",
      lines,
      kind = "call",
      leaseOf = name ?? "nobody",
    }: NewCall) {
      const total = Object.values(rent).reduce((all, each) => all + each, 0);
      const reference = `AP-2026-00000${listed.calls.length + 1}`;
      const side = (amount: number) => (amount > 0 ? { debitCents: cents(amount) } : { creditCents: cents(-amount) });
      const tenantCode = name === null ? "LOC-INCONNU" : codeOf(name);
      const [entry] = await ledger.post(CALLER, [
        {
          ...{ societyCode: "S", journal: "LOYERS", accountingDate: day as Day, documentDate: day as Day },
          documentReference: reference,
          lines: [
            ...(lines ?? [total]).map(
              (amount): NewLine => ({
                ...{ accountCode: "411000", auxiliaryCode: tenantCode, label: reference, ...side(amount) },
              }),
            ),
            ...Object.entries(rent).map(
              ([id, amount]): NewLine => ({
                ...{ accountCode: isAccrual ? "467000" : "467100", auxiliaryCode: codeOf(id), label: reference },
                ...side(-amount),
              }),
            ),
          ],
        },
      ]);
      const id = `call ${listed.calls.length + 1}` as RentCallId;
      const call = {
        ...{ mandataireId: MANDATAIRE, id, reference, billingRunId: run, callKey: "", kind, status: "issued" },
        ...{
          leaseId: `lease of ${leaseOf}`,
          leaseReference: `B-${leaseOf}`,
          tenantId: name,
          tenantName: name,
        },
        ...{
          periodStart: day,
          periodEnd: day,
          dueDate: day,
          totalAmountCents: total,
          paidAmountCents: 0,
          sentAt: null,
        },
        ...{ remainingAmountCents: Math.max(total, 0), fullyPaid: total <= 0 },
      } as unknown as RentCall;
      const due = {
        ...{ rentCallId: id, billingRunId: run, computation: 1, lineId: `${id} rent`, htCents: total, vatCents: 0 },
        shares: Object.entries(rent).map(([ownerId, htCents]) => ({ ownerId, isAccrual, htCents, vatCents: 0 })),
      } as unknown as DueLine;
      listed.calls = [...listed.calls, call];
      listed.dueLines = [...listed.dueLines, due];
      listed.callEntries = new Map([...listed.callEntries, [id, entry?.id as EntryId]]);
      if (!listed.runs.some((each) => each.id === run))
        listed.runs = [...listed.runs, { id: run as BillingRun["id"], status: "applied", cancellable: true }];
      return reference;
    },
    /** Brings transactions of the portal, inbound and of 5 March unless they say otherwise. */
    bring: (...transactions: readonly SentTransaction[]): Promise<IngestionResult> =>
      ingestion.ingest(CALLER, transactions.map(inputOf)),
    bringFile: (file: BankFileInput) => ingestion.ingestFile(CALLER, file),
    /** Tells the listener of applied runs that a run issued calls. */
    applied: (run: string, references: readonly string[]) =>
      write(async (stores) =>
        listener.applied?.(stores, CALLER, {
          run: runOf(run),
          calls: listed.calls.filter(({ reference }) => references.includes(reference)),
        } as unknown as AppliedRun),
      ),
    cancelling: (run: string) => write(async (stores) => listener.cancelling?.(stores, CALLER, runOf(run))),
    assign: (reference: string, ...lines: readonly NewAssignmentLine[]) =>
      write(async (stores) =>
        assign(await intakeOf(stores), transactionOf(reference), lines as readonly ValidAssignmentLine[]),
      ),
    takeBack: (reference: string, place = 0) =>
      write(async (stores) => {
        const { id } = transactionOf(reference);
        const own = listed.assignments.filter((each) => !each.isReversed && each.bankTransactionId === id);
        await takeBackAssignment(await intakeOf(stores), transactionOf(reference), own[place] as BankAssignment);
      }),
    /** The entries from a place on, one text each. */
    book: (from = 0): readonly string[] => model.sealed.slice(from).map((entry) => entryText(model, entry)),
    /** The journal, day and document of an entry. */
    head(id: EntryId | null): string | null {
      const entry = model.sealed.find((each) => each.id === id);
      return entry ? headText(entry) : null;
    },
    transactions: (): readonly string[] => listed.transactions.map((each) => transactionText(listed, model, each)),
    payments: (): readonly string[] => listed.payments.map(paymentText),
    calls: (): readonly string[] =>
      listed.calls.map(
        ({ reference, status, remainingAmountCents: left }) => `${reference.slice(-1)} ${status}, ${left} left`,
      ),
    runs: (): readonly string[] => listed.runs.map(({ id, cancellable }) => `${id}: ${cancellable}`),
  };
}

type SentTransaction = Omit<BankTransactionInput, "amountCents" | "bookedOn" | "allocations"> & {
  readonly amountCents: number;
  readonly bookedOn?: string;
  readonly allocations?: readonly { readonly rentCallReference: string; readonly amountCents: number }[];
};
type NewAssignmentLine = Omit<AssignmentLineInput, "amountCents"> & { readonly amountCents: number };

function inputOf(sent: SentTransaction): BankTransactionInput {
  return { bookedOn: "2026-03-05", direction: "inbound", ...sent } as BankTransactionInput;
}

/** Matches movements whose label names a payout of the list, of exactly its amount; `RETRAIT` is in the book before. */
function payoutsOf(payouts: Payouts, transactions: () => readonly BankTransaction[]): PayoutMatching<MoneyStores> {
  let seq = 0;
  const entryOf = (text: string, amount: Cents, side: "debitCents" | "creditCents") => {
    if (text.includes("RETRAIT")) return { entry: null };
    const place = Object.keys(payouts).findIndex((each) => text.includes(each));
    const [name, [ownerName, expected]] = Object.entries(payouts)[place] ?? ["", ["", 0]];
    if (expected !== amount) return null;
    seq += 1;
    const line = { accountCode: "467900", auxiliaryCode: codeOf(ownerName), label: name, [side]: amount };
    const sourceType = name.startsWith("F") ? ("SupplierInvoice" as const) : ("OwnerPayout" as const);
    const sourceId = `00000000-0000-7000-8000-00000000000${place}` as never;
    return { entry: { lines: [line], source: { sourceType, sourceId, sourceSeq: seq } } };
  };
  const done = async () => {};
  return {
    match: async (_, __, movements) => ({
      each: movements.map(({ movement, hint: { payoutReference } }) =>
        entryOf(`${payoutReference} ${movement.label}`, movement.amountCents, "debitCents"),
      ),
      done,
    }),
    returned: async (_, __, { amountCents }, { id }) => {
      const found = entryOf(transactions().find((each) => each.id === id)?.label ?? "", amountCents, "creditCents");
      return found && { ...found, done };
    },
    returnedByReference: async (_, __, { label, amountCents }, { payoutReference }) => {
      const found = entryOf(`${payoutReference} ${label}`, amountCents, "creditCents");
      return found && { ...found, done };
    },
  };
}

const headText = ({ journal, accountingDate, documentReference }: SealedEntry): string =>
  `${journal} ${accountingDate.slice(5)} ${documentReference}`;

const entryText = (model: LedgerModel, entry: SealedEntry): string =>
  `${headText(entry)}: ${entry.lines.map((line) => lineText(model, line)).join(" / ")}`;

type SealedEntry = LedgerModel["sealed"][number];

function lineText(model: LedgerModel, { id, accountCode, auxiliaryCode, debitCents, creditCents }: Line): string {
  const lettering = model.letterings.get(id as LineId);
  const letters = lettering?.code ?? (lettering?.status === "partial" ? "partial" : null);
  const amount = debitCents > 0 ? `D ${debitCents}` : `C ${creditCents}`;
  return [accountCode, auxiliaryCode, amount, letters].filter(Boolean).join(" ");
}

/** A transaction with what is settled and assigned of it, its payment and the head of its entry. */
function transactionText(listed: Listed, model: LedgerModel, each: BankTransaction): string {
  const payment = listed.payments.find(({ id }) => id === each.paymentId)?.reference;
  const entry = model.sealed.find(({ id }) => id === each.entryId);
  return [
    `${each.bankReference} ${each.status}`,
    `${each.settledCents} + ${each.assignedCents} of ${each.amountCents}`,
    ...[payment, entry && headText(entry)].flatMap((text) => text ?? []),
  ].join(", ");
}

const paymentText = ({ reference, status, ...each }: Payment): string =>
  [
    `${reference} ${status}`,
    `${each.allocatedCents} + ${each.refundedCents} of ${each.amountCents}, ${each.remainingCents} left`,
    ...(each.tenantName === null ? [] : [each.tenantName]),
  ].join(", ");
