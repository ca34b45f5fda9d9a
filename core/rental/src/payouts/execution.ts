import type { Caller, Clock, Digests, Instant, NewId } from "@cartulary/kernel";
import { type Cents, ledgerUseCases, type NewLine, sum, ZERO } from "@cartulary/ledger";
import { ACCOUNTS, rentalPlan } from "../chart.ts";
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
import type { OwnerPayout, OwnerPayoutId } from "./owner-payout.ts";
import { executedPayout, returnedPayout } from "./standing.ts";

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

/** The entry of payouts that are paid or come back. Of a source each sequence number makes one entry. */
interface PayoutEntry {
  readonly lines: readonly NewLine[];
  readonly source: { readonly sourceType: "OwnerPayout"; readonly sourceId: OwnerPayoutId; readonly sourceSeq: number };
}

/** What leaves the mandants' account, and what of it comes back, in the transaction of whoever takes bank transactions in. */
export interface PayoutMatching<Stores> {
  /**
   * The payouts that an outbound movement executes, or the withdrawal of fees that it shows; `null` where it is none of
   * these, where that is not clear, or where an owner would be paid with another's money.
   */
  match(stores: Stores, moment: Moment, movement: BankMovement, hint: PayoutHint): Promise<PaidOut | null>;
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
    async match(stores, moment, movement, hint) {
      const found = await payoutsPaid(stores, movement, hint);
      if (found === "nothing") return seenWithdrawal(stores, moment, movement);
      if (found === "unclear") return null;
      const codes = await codesOf(stores, found);
      if (!(await areTheirOwn(stores, moment, found, codes, balances))) return null;
      return movedOut(stores, moment, found, {
        lines: payoutLines(found, codes, "paid"),
        change: (payout) => executedPayout(payout, movement.id, moment.now),
      });
    },

    async returned(stores, moment, movement, { id }) {
      return returnedOut(stores, moment, returnedOf(movement, await stores.ownerPayouts.lockExecutedBy(id)));
    },

    async returnedAsNamed(stores, moment, movement, hint) {
      const references = namedPayouts(movement, hint) ?? [];
      const found = references.length === 0 ? [] : await stores.ownerPayouts.lockNamed(references);
      return returnedOut(stores, moment, movedAsNamed(movement, references, { found, status: "executed" }) ?? []);
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

async function payoutsPaid(
  { ownerPayouts }: RentalStores,
  movement: BankMovement,
  hint: PayoutHint,
): Promise<readonly OwnerPayout[] | "unclear" | "nothing"> {
  const references = namedPayouts(movement, hint);
  if (references === null) return "unclear";
  if (references.length > 0)
    return (
      movedAsNamed(movement, references, { found: await ownerPayouts.lockNamed(references), status: "ordered" }) ??
      "unclear"
    );
  const sameAmount = await ownerPayouts.lockOrdered(movement.amountCents);
  if (sameAmount.length === 0) return "nothing";
  const paid = paidByAmount(movement, sameAmount);
  return paid ? [paid] : "unclear";
}

async function codesOf({ applicationSource }: RentalStores, payouts: readonly OwnerPayout[]): Promise<CodeOf> {
  const payees = await applicationSource.payees([...new Set(payouts.map(({ ownerId }) => ownerId))]);
  const codes = new Map(payees.map(({ id, accountingCode }) => [id, accountingCode]));
  return ({ ownerId }) => codes.get(ownerId) ?? "";
}

/** Whether each owner's payouts are no more than his own money. His accounts stay as they are until the transaction ends. */
async function areTheirOwn(
  stores: RentalStores,
  { caller }: Moment,
  payouts: readonly OwnerPayout[],
  codeOf: CodeOf,
  balances: LockedBalances,
): Promise<boolean> {
  const ofOwners = Map.groupBy(payouts, ({ ownerId }) => ownerId);
  const codes = [...ofOwners.values()].map(([one]) => codeOf(one as OwnerPayout));
  const accountsOf = (accountCode: string) => codes.map((auxiliaryCode) => ({ accountCode, auxiliaryCode }));
  const stand = await balances(stores, caller, [...accountsOf(ACCOUNTS.owners), ...accountsOf(ACCOUNTS.ordered)]);
  const unpaid = await stores.moneyInSource.unpaidPartsOf([...ofOwners.keys()]);
  return [...ofOwners].every(([ownerId, own], index) => {
    const accounts = {
      availableCents: stand[index] ?? ZERO,
      orderedCents: stand[index + codes.length] ?? ZERO,
      unpaidCents: unpaid.get(ownerId as OwnerId) ?? ZERO,
    };
    return sum(own.map(({ amountCents }) => amountCents)) <= ownMoney(accounts);
  });
}

/** What a movement does to payouts. The run that ordered them is no longer one that can be taken back. */
async function movedOut(
  stores: RentalStores,
  { now }: Moment,
  payouts: readonly OwnerPayout[],
  { lines, change }: { readonly lines: readonly NewLine[]; readonly change: (payout: OwnerPayout) => OwnerPayout },
): Promise<PaidOut> {
  return {
    entry: { lines, source: await nextSource(stores, payouts) },
    async done() {
      await stores.ownerPayouts.update(payouts.map(change));
      await markRuns({ stores, now }, payouts);
    },
  };
}

/** The entry is the next one of the first payout. */
async function nextSource({ entries }: RentalStores, [first]: readonly OwnerPayout[]): Promise<PayoutEntry["source"]> {
  const source = { sourceType: "OwnerPayout", sourceId: (first as OwnerPayout).id } as const;
  let sourceSeq = 0;
  for (let after: number | null = null; ; ) {
    const made: readonly { readonly sourceSeq: number }[] = await entries.ofSource(source, after, MOVES);
    sourceSeq += made.length;
    after = made.at(-1)?.sourceSeq ?? null;
    if (made.length < MOVES) return { ...source, sourceSeq };
  }
}

/** Entries of one payout that are read at once: it is paid, comes back, and is paid again. */
const MOVES = 50;

/** A withdrawal that is in the books already is seen by the movement, and nothing is booked. */
async function seenWithdrawal(
  { feeWithdrawals }: RentalStores,
  { now }: Moment,
  { amountCents, bankReference }: BankMovement,
): Promise<PaidOut | null> {
  const withdrawal = await feeWithdrawals.lockUnseen(amountCents);
  if (withdrawal === null) return null;
  return {
    entry: null,
    done: () => feeWithdrawals.see({ id: withdrawal.id, bankReference }, now),
  };
}
