import { type Caller, type Clock, type Digests, existing, type Instant, type NewId } from "@cartulary/kernel";
import { type Cents, ledgerUseCases, minus, type NewLine, sum, ZERO } from "@cartulary/ledger";
import { ACCOUNTS, rentalPlan } from "../chart.ts";
import type { FeeWithdrawal } from "../fee-withdrawals/fee-withdrawal.ts";
import type { SeenWithdrawal } from "../fee-withdrawals/ports.ts";
import type { OwnerId } from "../people/owner.ts";
import type { RentalStores } from "../ports.ts";
import { markRuns } from "../runs/settled-runs.ts";
import {
  type BankMovement,
  movedAsNamed,
  namedPayouts,
  ownMoney,
  type PayoutHint,
  paidByAmount,
  payoutLines,
  returnedOf,
} from "./bank-matching.ts";
import type { PayableOut } from "./credit-transfer.ts";
import type { OwnerPayout, OwnerPayoutId } from "./owner-payout.ts";
import { AWAITING_BANK, executedPayout, refusedPayout, returnedPayout } from "./standing.ts";

/** When something moved on the mandants' account is looked at, and for whom. */
interface Moment {
  readonly caller: Caller;
  readonly now: Instant;
}

/** What a movement is for. */
export interface PaidOut {
  /** What is booked against the bank; `null` where it is in the books already. */
  readonly entry: PayoutEntry | null;
  /** Called once the entry is written. */
  done(): Promise<void>;
}

/** What movements are for. */
interface AllPaidOut {
  /** Of each movement, in their order; `null` where it is for nothing that is known. */
  readonly each: readonly (Pick<PaidOut, "entry"> | null)[];
  /** Called once the entries are written. */
  done(): Promise<void>;
}

/** An outbound movement, and what its sender says that it pays. */
interface HintedMovement {
  readonly movement: BankMovement;
  readonly hint: PayoutHint;
}

/** The entry of payouts that are paid or come back. Of a source each sequence number makes one entry. */
interface PayoutEntry {
  readonly lines: readonly NewLine[];
  readonly source: { readonly sourceType: "OwnerPayout"; readonly sourceId: OwnerPayoutId; readonly sourceSeq: number };
}

/** What leaves the mandants' account, and what of it comes back, in the transaction of whoever takes bank transactions in. */
export interface PayoutMatching<Stores> {
  /**
   * The payouts that each of these outbound movements executes, or the withdrawal of fees that it shows, as if they came one
   * after the other; `null` where it is none of these, where that is not clear, or where an owner would be paid with
   * another's money. A number of statements that does not grow with them.
   */
  match(stores: Stores, moment: Moment, movements: readonly HintedMovement[]): Promise<AllPaidOut>;
  /** The payouts that fail by what came back of an outbound movement; `null` where there are none. */
  returned(
    stores: Stores,
    moment: Moment,
    movement: BankMovement,
    original: Pick<BankMovement, "id">,
  ): Promise<PaidOut | null>;
  /**
   * The payouts that fail by what came back, where nobody says of which movement: those that it names, or its sender, where
   * all are executed and come to exactly its amount.
   */
  returnedAsNamed(stores: Stores, moment: Moment, movement: BankMovement, hint: PayoutHint): Promise<PaidOut | null>;
}

interface Dependencies {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
}

/** Matching over a database, whosever the stores are. */
export function createPayoutMatching(settings: Dependencies): PayoutMatching<RentalStores> {
  const { lockedBalances } = ledgerUseCases({ ...rentalPlan, ...settings });
  const balances: LockedBalances = (stores, caller, subaccounts) => lockedBalances.run(stores, caller, subaccounts);
  return {
    async match(stores, moment, movements) {
      const known = await knownOf(stores, moment, movements, balances);
      const each = movements.map((one) => matched(one, known, moment));
      return {
        each,
        async done() {
          // Marked first: another movement of the same request may have executed them.
          await stores.ownerPayouts.update([...known.refused.values()]);
          await stores.ownerPayouts.update(each.flatMap((one) => one?.executed ?? []));
          await markRuns({ stores, now: moment.now }, [
            ...known.refused.values(),
            ...each.flatMap((one) => one?.executed ?? []),
          ]);
          await stores.feeWithdrawals.see(
            each.flatMap((one) => one?.seen ?? []),
            moment.now,
          );
        },
      };
    },

    async returned(stores, moment, movement, { id }) {
      return returnedOut(stores, moment, returnedOf(movement, await stores.ownerPayouts.lockExecutedBy(id)));
    },

    async returnedAsNamed(stores, moment, movement, hint) {
      const references = namedPayouts(movement, hint) ?? [];
      const found = references.length === 0 ? [] : await stores.ownerPayouts.lockNamed(references);
      return returnedOut(stores, moment, movedAsNamed(movement, references, { found, standing: ["executed"] }) ?? []);
    },
  };
}

/** What comes back of payouts; nothing of none. */
async function returnedOut(
  stores: RentalStores,
  moment: Moment,
  found: readonly OwnerPayout[],
): Promise<PaidOut | null> {
  if (found.length === 0) return null;
  return movedOut(stores, moment, found, {
    lines: payoutLines(found, await codesOf(stores, found), "returned"),
    change: (payout) => returnedPayout(payout, moment.now),
  });
}

type LockedBalances = (
  stores: RentalStores,
  caller: Caller,
  subaccounts: readonly { readonly accountCode: string; readonly auxiliaryCode: string }[],
) => Promise<readonly Cents[]>;

type CodeOf = (payout: OwnerPayout) => string;

/** What movements may be for, less what those before have taken of it. */
interface Known {
  readonly named: Map<string, OwnerPayout>;
  readonly awaiting: readonly PayableOut[];
  readonly withdrawals: readonly FeeWithdrawal[];
  /** Payouts and withdrawals that a movement before was for. */
  readonly taken: Set<string>;
  /** Payouts that the bank paid with more than their owner's own money. */
  readonly refused: Map<OwnerPayoutId, OwnerPayout>;
  /** What is left of each owner's own money. */
  readonly ownMoney: Map<OwnerId, Cents>;
  readonly codeOf: CodeOf;
  /** Entries of each payout so far. */
  readonly entries: ReadonlyMap<OwnerPayoutId, number>;
}

async function knownOf(
  stores: RentalStores,
  moment: Moment,
  movements: readonly HintedMovement[],
  balances: LockedBalances,
): Promise<Known> {
  const { ownerPayouts, feeWithdrawals, moneyInSource } = stores;
  const references = movements.map(({ movement, hint }) => namedPayouts(movement, hint));
  const nameless = movements.filter((_, index) => references[index]?.length === 0);
  const amounts = [...new Set(nameless.map(({ movement }) => movement.amountCents))];
  const named = await ownerPayouts.lockNamed([...new Set(references.flatMap((each) => each ?? []))]);
  const awaiting = await ownerPayouts.lockAwaiting(amounts);
  const payouts = [...named, ...awaiting.map(({ payout }) => payout)];
  const codeOf = await codesOf(stores, payouts);
  return {
    named: new Map(named.map((payout) => [payout.reference, payout])),
    awaiting,
    withdrawals: await feeWithdrawals.lockUnseen(amounts),
    taken: new Set(),
    refused: new Map(),
    ownMoney: await ownMoneyOf(stores, moment, payouts, { codeOf, balances }),
    codeOf,
    entries: await moneyInSource.payoutEntries(payouts.map(({ id }) => id)),
  };
}

/** What one movement is for, and what it leaves to those after it. */
interface Matched extends Pick<PaidOut, "entry"> {
  readonly executed: readonly OwnerPayout[];
  readonly seen: readonly SeenWithdrawal[];
}

function matched({ movement, hint }: HintedMovement, known: Known, { now }: Moment): Matched | null {
  const found = payoutsPaid(movement, hint, known);
  if (found === "unclear") return null;
  if (found === "nothing") return seenWithdrawal(movement, known);
  if (!areTheirOwn(found, known)) {
    for (const payout of found)
      known.refused.set(payout.id, refusedPayout(known.refused.get(payout.id) ?? payout, movement.id, now));
    return null;
  }
  for (const { id } of found) known.taken.add(id);
  return {
    entry: { lines: payoutLines(found, known.codeOf, "paid"), source: sourceOf(found, known.entries) },
    executed: found.map((payout) => executedPayout(payout, movement.id, now)),
    seen: [],
  };
}

function payoutsPaid(
  movement: BankMovement,
  hint: PayoutHint,
  { named, awaiting, taken }: Known,
): readonly OwnerPayout[] | "unclear" | "nothing" {
  const references = namedPayouts(movement, hint);
  if (references === null) return "unclear";
  if (references.length > 0) {
    const found = references.flatMap((reference) => named.get(reference) ?? []).filter(({ id }) => !taken.has(id));
    return movedAsNamed(movement, references, { found, standing: AWAITING_BANK }) ?? "unclear";
  }
  const sameAmount = awaiting.filter(
    ({ payout }) => payout.amountCents === movement.amountCents && !taken.has(payout.id),
  );
  if (sameAmount.length === 0) return "nothing";
  const paid = paidByAmount(movement, sameAmount);
  return paid ? [paid] : "unclear";
}

/** Whether each owner's payouts are no more than what is left of his own money, which they are taken from then. */
function areTheirOwn(payouts: readonly OwnerPayout[], { ownMoney }: Known): boolean {
  const left = [...Map.groupBy(payouts, ({ ownerId }) => ownerId)].map(
    ([ownerId, own]) =>
      [ownerId, minus(ownMoney.get(ownerId) ?? ZERO, sum(own.map(({ amountCents }) => amountCents)))] as const,
  );
  if (left.some(([, cents]) => cents < 0)) return false;
  for (const [ownerId, cents] of left) ownMoney.set(ownerId, cents);
  return true;
}

/** A withdrawal that is in the books already is seen by the movement, and nothing is booked. */
function seenWithdrawal({ amountCents, bankReference }: BankMovement, { withdrawals, taken }: Known): Matched | null {
  const withdrawal = withdrawals.find((each) => each.amountCents === amountCents && !taken.has(each.id));
  if (!withdrawal) return null;
  taken.add(withdrawal.id);
  return { entry: null, executed: [], seen: [{ id: withdrawal.id, bankReference }] };
}

async function codesOf({ applicationSource }: RentalStores, payouts: readonly OwnerPayout[]): Promise<CodeOf> {
  const payees = await applicationSource.payees([...new Set(payouts.map(({ ownerId }) => ownerId))]);
  const codes = new Map(payees.map(({ id, accountingCode }) => [id, accountingCode]));
  return ({ ownerId }) => codes.get(ownerId) ?? "";
}

/** The own money of the owners of payouts. Their accounts stay as they are until the transaction ends. */
async function ownMoneyOf(
  stores: RentalStores,
  { caller }: Moment,
  payouts: readonly OwnerPayout[],
  { codeOf, balances }: { readonly codeOf: CodeOf; readonly balances: LockedBalances },
): Promise<Map<OwnerId, Cents>> {
  const owners = new Map(payouts.map((payout) => [payout.ownerId, codeOf(payout)]));
  if (owners.size === 0) return new Map();
  const accountsOf = (accountCode: string) =>
    [...owners.values()].map((auxiliaryCode) => ({ accountCode, auxiliaryCode }));
  const stand = await balances(stores, caller, [...accountsOf(ACCOUNTS.owners), ...accountsOf(ACCOUNTS.ordered)]);
  const unpaid = await stores.moneyInSource.unpaidPartsOf([...owners.keys()]);
  return new Map(
    [...owners.keys()].map((ownerId, index) => {
      const accounts = {
        availableCents: stand[index] ?? ZERO,
        orderedCents: stand[index + owners.size] ?? ZERO,
        unpaidCents: unpaid.get(ownerId) ?? ZERO,
      };
      return [ownerId, ownMoney(accounts)];
    }),
  );
}

/** What a movement does to payouts. The run that ordered them is no longer one that can be taken back. */
async function movedOut(
  stores: RentalStores,
  { now }: Moment,
  payouts: readonly OwnerPayout[],
  { lines, change }: { readonly lines: readonly NewLine[]; readonly change: (payout: OwnerPayout) => OwnerPayout },
): Promise<PaidOut> {
  return {
    entry: { lines, source: sourceOf(payouts, await stores.moneyInSource.payoutEntries(payouts.map(({ id }) => id))) },
    async done() {
      await stores.ownerPayouts.update(payouts.map(change));
      await markRuns({ stores, now }, payouts);
    },
  };
}

/** The entry is the next one of the first payout. */
function sourceOf([first]: readonly OwnerPayout[], entries: ReadonlyMap<OwnerPayoutId, number>): PayoutEntry["source"] {
  const { id } = existing(first);
  return { sourceType: "OwnerPayout", sourceId: id, sourceSeq: entries.get(id) ?? 0 };
}
