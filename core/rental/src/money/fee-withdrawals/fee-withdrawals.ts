import {
  type Caller,
  type Clock,
  createIdempotently,
  type Digests,
  type NewId,
  orNotFound,
  type ReplayStores,
  replayWhileVisible,
  type TransactFor,
  throwIfInvalid,
} from "@cartulary/kernel";
import { type Cents, dayInParis, type EntryView, firstOpenDay, ledgerUseCases, minus, sum } from "@cartulary/ledger";
import { ACCOUNTS, rentalPlan } from "../../accounting/chart-of-accounts.ts";
import { type MandataireId, societyOf } from "../../agency/mandataire.ts";
import type { MoneyStores } from "../ports.ts";
import {
  dueOf,
  FEE_ACCOUNTS,
  type FeeWithdrawalInput,
  feeWithdrawalEntry,
  feeWithdrawalErrors,
} from "./fee-withdrawal.ts";

/** The fee withdrawals of one mandataire, whose membership the caller has checked. */
export interface FeeWithdrawals {
  /**
   * Records a withdrawal and returns its entry. Throws `unprocessable_entity` with field errors for an amount beyond
   * the fees due or the bank balance, and for a future day.
   */
  create(caller: Caller, input: FeeWithdrawalInput): Promise<EntryView>;
}

interface Dependencies<Stores> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
}

export function createFeeWithdrawals<Stores extends MoneyStores & ReplayStores>({
  transactFor,
  ...settings
}: Dependencies<Stores>): (mandataireId: MandataireId) => FeeWithdrawals {
  const bookkeeping = ledgerUseCases({ ...rentalPlan, ...settings });
  return (mandataireId) => ({
    async create(caller, input) {
      const work = async (stores: Stores) => {
        // Locks the book, so that no concurrent withdrawal or bank transaction changes the balances.
        const book = orNotFound(await stores.books.lock());
        const now = settings.clock.now();
        const societyCode = societyOf(orNotFound(await stores.mandataires.find(mandataireId)));
        const dated = { societyCode, accountingDate: firstOpenDay(book, input.bookedOn) };
        const openingDay = await stores.entries.openingDay(societyCode);
        const { accountingDate } = dated;
        throwIfInvalid(
          feeWithdrawalErrors(input, {
            today: dayInParis(now),
            accountingDate,
            openingDay,
            ...(await coverOf(stores)),
          }),
        );
        const [entry] = await bookkeeping.post.run(stores, caller, [feeWithdrawalEntry(input, dated)]);
        const { id } = orNotFound(entry);
        const unmatched = { bankReference: null, createdAt: now, updatedAt: now };
        await stores.feeWithdrawals.insert({ ...{ mandataireId, id }, ...input, ...unmatched });
        return orNotFound(await stores.entries.find(id));
      };
      return (await createIdempotently(transactFor(mandataireId), caller, work, replayIfFound)).reply;
    },
  });
}

const replayIfFound = replayWhileVisible<MoneyStores, EntryView>(async ({ entries }, _caller, { id }) =>
  orNotFound(await entries.find(id)),
);

/** Returns the fees withdrawn so far, including outgoing transfers assigned to the agency's account later. */
async function withdrawnOf({
  feeWithdrawals,
  bankAssignments,
}: Pick<MoneyStores, "feeWithdrawals" | "bankAssignments">): Promise<Cents> {
  return sum([await feeWithdrawals.total(), await bankAssignments.total(ACCOUNTS.agencyBank)]);
}

async function coverOf({
  balances,
  feeWithdrawals,
  bankAssignments,
}: MoneyStores): Promise<{ readonly dueCents: Cents; readonly bankCents: Cents }> {
  const balanceOf = (accountCode: string) =>
    balances.balance({ accountCode, auxiliaryCode: null, from: null, to: null });
  const fees: Cents[] = [];
  for (const account of FEE_ACCOUNTS) fees.push(await balanceOf(account));
  return {
    dueCents: minus(
      dueOf(sum(fees), await withdrawnOf({ feeWithdrawals, bankAssignments })),
      await feeWithdrawals.unpaidTenantFees(),
    ),
    bankCents: await balanceOf(ACCOUNTS.bank),
  };
}
