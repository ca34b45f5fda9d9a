import {
  type Caller,
  type Clock,
  createIdempotently,
  type Digests,
  existing,
  type NewId,
  type ReplayStores,
  requireSound,
  type TransactFor,
  whileFound,
} from "@cartulary/kernel";
import { type Cents, dayInParis, type EntryView, firstOpenDay, ledgerUseCases, sum } from "@cartulary/ledger";
import { ACCOUNTS, rentalPlan } from "../chart.ts";
import { type MandataireId, societyOf } from "../mandataire.ts";
import type { RentalStores } from "../ports.ts";
import {
  dueOf,
  FEE_ACCOUNTS,
  type FeeWithdrawalInput,
  feeWithdrawalEntry,
  feeWithdrawalErrors,
} from "./fee-withdrawal.ts";

/** Fees of one mandataire that it moves to its own account. Whoever asks has found out that the caller is a member. */
export interface FeeWithdrawals {
  /**
   * Writes a withdrawal down, and answers its entry. Refused fields are `unprocessable_entity`: an amount beyond what is
   * due or what there is, a day to come.
   */
  create(caller: Caller, input: FeeWithdrawalInput): Promise<EntryView>;
}

interface Dependencies<Stores> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
}

/** Withdrawals over a database, a mandataire each. */
export function createFeeWithdrawals<Stores extends RentalStores & ReplayStores>({
  transactFor,
  ...settings
}: Dependencies<Stores>): (mandataireId: MandataireId) => FeeWithdrawals {
  const bookkeeping = ledgerUseCases({ ...rentalPlan, ...settings });
  return (mandataireId) => ({
    async create(caller, input) {
      const work = async (stores: Stores) => {
        // Nobody posts until this is done: no account is emptied by another withdrawal meanwhile, nor by the bank.
        const book = existing(await stores.books.lock());
        const now = settings.clock.now();
        const societyCode = societyOf(existing(await stores.mandataires.find(mandataireId)));
        const dated = { societyCode, accountingDate: firstOpenDay(book, input.bookedOn) };
        const begun = await stores.entries.openingDay(societyCode);
        const { accountingDate } = dated;
        requireSound(
          feeWithdrawalErrors(input, { today: dayInParis(now), accountingDate, begun, ...(await coverOf(stores)) }),
        );
        const [entry] = await bookkeeping.post.run(stores, caller, [feeWithdrawalEntry(input, dated)]);
        const { id } = existing(entry);
        const seen = { bankReference: null, createdAt: now, updatedAt: now };
        await stores.feeWithdrawals.insert({ ...{ mandataireId, id }, ...input, ...seen });
        return existing(await stores.entries.find(id));
      };
      return (await createIdempotently(transactFor(mandataireId), caller, work, stillThere)).reply;
    },
  });
}

const stillThere = whileFound<RentalStores, EntryView>(async ({ entries }, _caller, { id }) =>
  existing(await entries.find(id)),
);

/** What the agency has of its fees already: also what the bank paid it, as somebody said afterwards. */
async function withdrawnOf({
  feeWithdrawals,
  bankAssignments,
}: Pick<RentalStores, "feeWithdrawals" | "bankAssignments">): Promise<Cents> {
  return sum([await feeWithdrawals.total(), await bankAssignments.total(ACCOUNTS.agencyBank)]);
}

async function coverOf({
  balances,
  feeWithdrawals,
  bankAssignments,
}: RentalStores): Promise<{ readonly dueCents: Cents; readonly bankCents: Cents }> {
  const balanceOf = (accountCode: string) =>
    balances.balance({ accountCode, auxiliaryCode: null, from: null, to: null });
  const fees: Cents[] = [];
  for (const account of FEE_ACCOUNTS) fees.push(await balanceOf(account));
  return {
    dueCents: dueOf(sum(fees), await withdrawnOf({ feeWithdrawals, bankAssignments })),
    bankCents: await balanceOf(ACCOUNTS.bank),
  };
}
