import { type Caller, type Clock, type Digests, type Instant, type NewId, orNotFound } from "@cartulary/kernel";
import { type Cents, ledgerUseCases, minus, type NewLine, sum, ZERO } from "@cartulary/ledger";
import { ACCOUNTS, rentalPlan } from "../../accounting/chart-of-accounts.ts";
import type { SupplierInvoice } from "../../billing/charges/supplier-invoice.ts";
import type { OwnerPayout, OwnerPayoutId, PayoutWithAccount } from "../../billing/payouts/owner-payout.ts";
import {
  AWAITING_BANK,
  executedPayout,
  refusedPayout,
  returnedPayout,
} from "../../billing/payouts/payout-transitions.ts";
import { UNKNOWN_TENANT } from "../../billing/run-application/entry-lines.ts";
import { updateCancellable } from "../../billing/runs/run-settlement.ts";
import type { OwnerId } from "../../property/people/owner.ts";
import type { TenantId } from "../../property/people/tenant.ts";
import type { FeeWithdrawal } from "../fee-withdrawals/fee-withdrawal.ts";
import type { MatchedWithdrawal } from "../fee-withdrawals/ports.ts";
import type { MoneyStores } from "../ports.ts";
import {
  type InvoiceCandidates,
  invoiceLines,
  invoicesPaid,
  isReturnOf,
  ownersOfCandidates,
  paidInvoices,
  payFromOwners,
  readInvoiceCandidates,
  reopenedInvoices,
  sourceOfInvoices,
} from "./invoice-payments.ts";
import {
  availableToOwner,
  type BankMovement,
  type PayoutHint,
  payoutLines,
  payoutReferencesIn,
  payoutsByAmount,
  payoutsByReference,
  returnedPayoutsOf,
} from "./payout-matching-rules.ts";

/** The caller and time of a match. */
interface MatchContext {
  readonly caller: Caller;
  readonly now: Instant;
}

/** The match of a movement. */
export interface MatchedPayment {
  /** The entry against the bank; `null` if it is in the book already. */
  readonly entry: PayoutEntry | null;
  /** Saves the consequences. Call after the entry is posted. */
  done(): Promise<void>;
}

/** The matches of movements. */
interface PayoutMatches {
  /** The match of each movement, in order; `null` without one. */
  readonly each: readonly (Pick<MatchedPayment, "entry"> | null)[];
  /** Saves the consequences. Call after the entries are posted. */
  done(): Promise<void>;
}

/** An outbound movement with its sender's hint. */
interface HintedMovement {
  readonly movement: BankMovement;
  readonly hint: PayoutHint;
}

/** The entry of paid or returned payouts or invoices. A sequence number is used once per source. */
interface PayoutEntry {
  readonly lines: readonly NewLine[];
  readonly source:
    | { readonly sourceType: "OwnerPayout"; readonly sourceId: OwnerPayoutId; readonly sourceSeq: number }
    | ReturnType<typeof sourceOfInvoices>;
}

/** Matches payouts, suppliers' invoices and fee withdrawals with bank movements inside the ingestion's transaction. */
export interface PayoutMatching<Stores> {
  /**
   * Matches outbound movements, as if one by one, with payouts they execute, suppliers' invoices they pay, or fee
   * withdrawals. A match is `null` if there is none, if it is ambiguous, or if it would pay an owner with another owner's money. The number of
   * statements does not grow with them.
   */
  match(stores: Stores, context: MatchContext, movements: readonly HintedMovement[]): Promise<PayoutMatches>;
  /** Returns the payouts that fail, or the invoices open again, through the return of an outbound movement, if any. */
  returned(
    stores: Stores,
    context: MatchContext,
    movement: BankMovement,
    original: Pick<BankMovement, "id">,
  ): Promise<MatchedPayment | null>;
  /**
   * Returns the payouts that fail through a return without candidates original: those named by the return or its sender, if
   * all are executed and add up to exactly its amount.
   */
  returnedByReference(
    stores: Stores,
    context: MatchContext,
    movement: BankMovement,
    hint: PayoutHint,
  ): Promise<MatchedPayment | null>;
}

interface Dependencies {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
}

export function createPayoutMatching(settings: Dependencies): PayoutMatching<MoneyStores> {
  const { lockedBalances } = ledgerUseCases({ ...rentalPlan, ...settings });
  const balances: LockedBalances = (stores, caller, subaccounts) => lockedBalances.run(stores, caller, subaccounts);
  return {
    async match(stores, context, movements) {
      const candidates = await readCandidates(stores, context, movements, balances);
      const each = movements.map((one) => matchMovement(one, candidates, context));
      return {
        each,
        async done() {
          // Marks refused payouts first, since a later movement of the same request may have executed them.
          await stores.ownerPayouts.update([...candidates.refused.values()]);
          await stores.ownerPayouts.update(each.flatMap((one) => one?.executed ?? []));
          await updateCancellable({ stores, now: context.now }, [
            ...candidates.refused.values(),
            ...each.flatMap((one) => one?.executed ?? []),
          ]);
          await stores.supplierInvoices.update(each.flatMap((one) => one?.paid ?? []));
          await stores.feeWithdrawals.match(
            each.flatMap((one) => one?.seen ?? []),
            context.now,
          );
        },
      };
    },

    async returned(stores, context, movement, { id }) {
      const payouts = returnedPayoutsOf(movement, await stores.ownerPayouts.lockExecutedBy(id));
      return (await matchReturns(stores, context, payouts)) ?? matchInvoiceReturn(stores, context, movement, id);
    },

    async returnedByReference(stores, context, movement, hint) {
      const references = payoutReferencesIn(movement, hint) ?? [];
      const found = references.length === 0 ? [] : await stores.ownerPayouts.lockNamed(references);
      return matchReturns(
        stores,
        context,
        payoutsByReference(movement, references, { found, statuses: ["executed"] }) ?? [],
      );
    },
  };
}

/** Returns the match of returned payouts; `null` without any. */
async function matchReturns(
  stores: MoneyStores,
  context: MatchContext,
  found: readonly OwnerPayout[],
): Promise<MatchedPayment | null> {
  if (found.length === 0) return null;
  return matchOfPayouts(stores, context, found, {
    lines: payoutLines(found, await codesOf(stores, found), "returned"),
    change: (payout) => returnedPayout(payout, context.now),
  });
}

/** Returns the match of the return of the whole transfer that paid invoices; `null` otherwise. */
async function matchInvoiceReturn(
  { supplierInvoices }: MoneyStores,
  { now }: MatchContext,
  { amountCents }: BankMovement,
  original: BankMovement["id"],
): Promise<MatchedPayment | null> {
  const invoices = await supplierInvoices.lockPaidBy(original);
  if (!isReturnOf(invoices, amountCents)) return null;
  const codes = await supplierInvoices.providerCodes(invoices.map((each) => each.serviceProviderId));
  return {
    entry: { lines: invoiceLines(invoices, codes, "returned"), source: sourceOfInvoices(invoices) },
    done: () => supplierInvoices.update(reopenedInvoices(invoices, now)),
  };
}

type LockedBalances = (
  stores: MoneyStores,
  caller: Caller,
  subaccounts: readonly { readonly accountCode: string; readonly auxiliaryCode: string }[],
) => Promise<readonly Cents[]>;

type CodeOf = (payout: OwnerPayout) => string;

/** Candidates for matches, updated while movements are matched. */
interface Candidates {
  readonly named: Map<string, OwnerPayout>;
  readonly awaiting: readonly PayoutWithAccount[];
  readonly invoices: InvoiceCandidates;
  readonly withdrawals: readonly FeeWithdrawal[];
  /** Payouts and withdrawals matched by an earlier movement. */
  readonly taken: Set<string>;
  /** Payouts for which the bank paid more than the owner's own money. */
  readonly refused: Map<OwnerPayoutId, OwnerPayout>;
  /** The remaining own money of each owner. */
  readonly ownMoney: Map<OwnerId, Cents>;
  readonly codeOf: CodeOf;
  /** The number of entries of each payout. */
  readonly entries: ReadonlyMap<OwnerPayoutId, number>;
}

async function readCandidates(
  stores: MoneyStores,
  context: MatchContext,
  movements: readonly HintedMovement[],
  balances: LockedBalances,
): Promise<Candidates> {
  const { ownerPayouts, feeWithdrawals, moneyInSource } = stores;
  const references = movements.map(({ movement, hint }) => payoutReferencesIn(movement, hint));
  const nameless = movements.filter((_, index) => references[index]?.length === 0);
  const amounts = [...new Set(nameless.map(({ movement }) => movement.amountCents))];
  const named = await ownerPayouts.lockNamed([...new Set(references.flatMap((each) => each ?? []))]);
  const awaiting = await ownerPayouts.lockAwaiting(amounts);
  const payouts = [...named, ...awaiting.map(({ payout }) => payout)];
  const codeOf = await codesOf(stores, payouts);
  const invoices = await readInvoiceCandidates(
    stores,
    nameless.map(({ movement }) => movement),
  );
  const owners = [...payouts.flatMap(({ ownerId }) => ownerId ?? []), ...ownersOfCandidates(invoices)];
  return {
    named: new Map(named.map((payout) => [payout.reference, payout])),
    ...{ awaiting, invoices },
    withdrawals: await feeWithdrawals.lockUnmatched(amounts),
    taken: new Set(),
    refused: new Map(),
    ownMoney: await ownMoneyOf(stores, context, [...new Set(owners)], balances),
    codeOf,
    entries: await moneyInSource.payoutEntries(payouts.map(({ id }) => id)),
  };
}

/** The match of one movement, with the records it changes. */
interface Matched extends Pick<MatchedPayment, "entry"> {
  readonly executed: readonly OwnerPayout[];
  readonly seen: readonly MatchedWithdrawal[];
  readonly paid: readonly SupplierInvoice[];
}

function matchMovement(
  { movement, hint }: HintedMovement,
  candidates: Candidates,
  { now }: MatchContext,
): Matched | null {
  const invoices =
    payoutReferencesIn(movement, hint)?.length === 0 ? invoicesPaid(movement, candidates.invoices) : "nothing";
  if (invoices === "unclear") return null;
  if (invoices !== "nothing") return matchInvoices(movement, invoices, candidates, now);
  const found = payoutsPaid(movement, hint, candidates);
  if (found === "unclear") return null;
  if (found === "nothing") return matchWithdrawal(movement, candidates);
  if (!takeFromOwners(found, candidates)) {
    for (const payout of found)
      candidates.refused.set(payout.id, refusedPayout(candidates.refused.get(payout.id) ?? payout, movement.id, now));
    return null;
  }
  for (const { id } of found) candidates.taken.add(id);
  return {
    entry: { lines: payoutLines(found, candidates.codeOf, "paid"), source: sourceOf(found, candidates.entries) },
    executed: found.map((payout) => executedPayout(payout, movement.id, now)),
    ...{ seen: [], paid: [] },
  };
}

/** Returns the match of invoices; `null` if it would pay one owner's part with another owner's money. */
function matchInvoices(
  movement: BankMovement,
  invoices: readonly SupplierInvoice[],
  { invoices: candidates, ownMoney }: Candidates,
  now: Instant,
): Matched | null {
  if (!payFromOwners(invoices, candidates, ownMoney)) return null;
  return {
    entry: { lines: invoiceLines(invoices, candidates.codes, "paid"), source: sourceOfInvoices(invoices) },
    ...{ executed: [], seen: [], paid: paidInvoices(invoices, movement, now) },
  };
}

function payoutsPaid(
  movement: BankMovement,
  hint: PayoutHint,
  { named, awaiting, taken }: Candidates,
): readonly OwnerPayout[] | "unclear" | "nothing" {
  const references = payoutReferencesIn(movement, hint);
  if (references === null) return "unclear";
  if (references.length > 0) {
    const found = references.flatMap((reference) => named.get(reference) ?? []).filter(({ id }) => !taken.has(id));
    return payoutsByReference(movement, references, { found, statuses: AWAITING_BANK }) ?? "unclear";
  }
  const sameAmount = awaiting.filter(
    ({ payout }) => payout.amountCents === movement.amountCents && !taken.has(payout.id),
  );
  if (sameAmount.length === 0) return "nothing";
  const paid = payoutsByAmount(movement, sameAmount);
  return paid ? [paid] : "unclear";
}

/** Takes the payouts from their owners' own money; returns false, without a change, if it is not enough. */
function takeFromOwners(payouts: readonly OwnerPayout[], { ownMoney }: Candidates): boolean {
  const ofOwners = payouts.flatMap(({ ownerId, amountCents }) => (ownerId === null ? [] : [{ ownerId, amountCents }]));
  const remainders = [...Map.groupBy(ofOwners, ({ ownerId }) => ownerId)].map(
    ([ownerId, own]) =>
      [ownerId, minus(ownMoney.get(ownerId) ?? ZERO, sum(own.map(({ amountCents }) => amountCents)))] as const,
  );
  if (remainders.some(([, cents]) => cents < 0)) return false;
  for (const [ownerId, cents] of remainders) ownMoney.set(ownerId, cents);
  return true;
}

/** Matches a fee withdrawal that is in the book already; nothing is posted. */
function matchWithdrawal(
  { amountCents, bankReference }: BankMovement,
  { withdrawals, taken }: Candidates,
): Matched | null {
  const withdrawal = withdrawals.find((each) => each.amountCents === amountCents && !taken.has(each.id));
  if (!withdrawal) return null;
  taken.add(withdrawal.id);
  return { entry: null, executed: [], seen: [{ id: withdrawal.id, bankReference }], paid: [] };
}

async function codesOf({ applicationSource }: MoneyStores, payouts: readonly OwnerPayout[]): Promise<CodeOf> {
  const payees = await applicationSource.payees([...new Set(payouts.flatMap(({ ownerId }) => ownerId ?? []))]);
  const tenants = await applicationSource.tenantPayees([...new Set(payouts.flatMap(({ tenantId }) => tenantId ?? []))]);
  const codes = new Map<OwnerId | TenantId, string>(
    [...payees, ...tenants].map(({ id, accountingCode }) => [id, accountingCode]),
  );
  return ({ ownerId, tenantId }) => {
    const payeeId = ownerId ?? tenantId;
    return payeeId === null ? UNKNOWN_TENANT : (codes.get(payeeId) ?? "");
  };
}

/** Returns the own money of owners. Locks their accounts until the transaction ends. */
async function ownMoneyOf(
  stores: MoneyStores,
  { caller }: MatchContext,
  ids: readonly OwnerId[],
  balances: LockedBalances,
): Promise<Map<OwnerId, Cents>> {
  if (ids.length === 0) return new Map();
  const payees = await stores.applicationSource.payees(ids);
  const owners = new Map(payees.map(({ id, accountingCode }) => [id, accountingCode]));
  const accountsOf = (accountCode: string) =>
    [...owners.values()].map((auxiliaryCode) => ({ accountCode, auxiliaryCode }));
  const accountBalances = await balances(stores, caller, [
    ...accountsOf(ACCOUNTS.owners),
    ...accountsOf(ACCOUNTS.ordered),
  ]);
  const unpaid = await stores.moneyInSource.unpaidPartsOf([...owners.keys()]);
  return new Map(
    [...owners.keys()].map((ownerId, index) => {
      const accounts = {
        availableCents: accountBalances[index] ?? ZERO,
        orderedCents: accountBalances[index + owners.size] ?? ZERO,
        unpaidCents: unpaid.get(ownerId) ?? ZERO,
      };
      return [ownerId, availableToOwner(accounts)];
    }),
  );
}

/** Returns the match that changes payouts. Updates whether their runs are cancellable. */
async function matchOfPayouts(
  stores: MoneyStores,
  { now }: MatchContext,
  payouts: readonly OwnerPayout[],
  { lines, change }: { readonly lines: readonly NewLine[]; readonly change: (payout: OwnerPayout) => OwnerPayout },
): Promise<MatchedPayment> {
  return {
    entry: { lines, source: sourceOf(payouts, await stores.moneyInSource.payoutEntries(payouts.map(({ id }) => id))) },
    async done() {
      await stores.ownerPayouts.update(payouts.map(change));
      await updateCancellable({ stores, now }, payouts);
    },
  };
}

/** Returns the source of the next entry of the first payout. */
function sourceOf([first]: readonly OwnerPayout[], entries: ReadonlyMap<OwnerPayoutId, number>): PayoutEntry["source"] {
  const { id } = orNotFound(first);
  return { sourceType: "OwnerPayout", sourceId: id, sourceSeq: entries.get(id) ?? 0 };
}
