import {
  type Caller,
  type Clock,
  createIdempotently,
  type Day,
  type Digests,
  existing,
  type ListQuery,
  type NewId,
  notFound,
  type Page,
  type ReplayStores,
  refused,
  requireSound,
  type TransactFor,
  whileFound,
} from "@cartulary/kernel";
import { dayInParis, sum } from "@cartulary/ledger";
import type { AccountingListener } from "../accounting-listener.ts";
import type { MandataireId } from "../mandataire.ts";
import { bankDayFrom } from "../payouts/bank-days.ts";
import { messageIdOf, type PayableOut, payableIban, transferOf } from "../payouts/credit-transfer.ts";
import { dueDay } from "../payouts/due-day.ts";
import type { OwnerPayoutId, PayoutExportId } from "../payouts/owner-payout.ts";
import { pain001 } from "../payouts/pain-001.ts";
import { takenBackPayout, transmittedPayout } from "../payouts/standing.ts";
import type { RentalStores } from "../ports.ts";
import { lockRuns, markRuns } from "../runs/settled-runs.ts";
import {
  EXPORTED_PAYOUTS_MAX,
  type PayoutExport,
  type PayoutExportDetail,
  type PayoutExportField,
  type PayoutExportInput,
  payoutExportErrors,
  requireTakeBack,
  unpayableErrors,
} from "./payout-export.ts";

/** The files for the bank of one mandataire. Whoever asks has found out before that the caller is a member of it. */
export interface PayoutExports {
  /**
   * Makes the file of the payouts that are named, or of all that are ordered and due, and says of them that the bank has it
   * (`transmitted`), in one transaction. 422 `nothing_to_pay` where there is none, `missing_iban` where the mandataire has
   * no account to pay from; one that is named and cannot be paid is `ids[i]`.
   */
  create(caller: Caller, input: PayoutExportInput): Promise<PayoutExportDetail>;
  list(caller: Caller, query: ListQuery<PayoutExportField>): Promise<Page<PayoutExportDetail>>;
  get(caller: Caller, id: PayoutExportId): Promise<PayoutExportDetail>;
  /** The bytes that were made, always the same. */
  download(caller: Caller, id: PayoutExportId): Promise<TransferFile>;
  /** The bank did not get it: its payouts are ordered as before. 422 `has_dependents` once it has moved anything of it. */
  remove(caller: Caller, id: PayoutExportId): Promise<void>;
}

/** A file for the bank. */
export interface TransferFile {
  readonly fileName: string;
  /** XML in UTF-8, all of it ASCII. */
  readonly text: string;
  /** Of the bytes, lower-case hexadecimal. */
  readonly sha256: string;
}

interface Dependencies<Stores> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Pick<Digests, "sha256">;
  readonly listeners: readonly AccountingListener<Stores>[];
}

/** Files for the bank over a database, a mandataire each. */
export function createPayoutExports<Stores extends RentalStores & ReplayStores>({
  transactFor,
  listeners,
  ...making
}: Dependencies<Stores>): (mandataireId: MandataireId) => PayoutExports {
  const { clock, digests } = making;
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    return {
      async create(caller, input) {
        requireSound(payoutExportErrors(input));
        const work = async (stores: Stores) => {
          const made = await exported(stores, input, { ...making, mandataireId });
          for (const listener of listeners)
            await listener.payoutsExported?.(stores, caller, { mandataireId, payoutExport: made });
          return made;
        };
        return (await createIdempotently(transact, caller, work, stillThere)).reply;
      },
      list: (_caller, query) => transact.read(({ payoutExports }) => payoutExports.list(query)),
      get: (_caller, id) => transact.read(async ({ payoutExports }) => existing(await payoutExports.find(id))),

      async download(_caller, id) {
        const [text, { messageId }] = await transact.read(async ({ payoutExports }) => [
          existing(await payoutExports.document(id)),
          existing(await payoutExports.find(id)),
        ]);
        return { fileName: `pain.001-${messageId}.xml`, text, sha256: digests.sha256(text) };
      },

      remove: (caller, id) =>
        transact.write(async (stores) => {
          const payoutExport = await takenBack(stores, id, clock);
          for (const listener of listeners)
            await listener.payoutExportRemoved?.(stores, caller, { mandataireId, payoutExport });
        }),
    };
  };
}

const stillThere = whileFound<RentalStores, PayoutExportDetail>(async ({ payoutExports }, _caller, { id }) =>
  existing(await payoutExports.find(id)),
);

interface Making extends Pick<Dependencies<never>, "clock" | "newId" | "digests"> {
  readonly mandataireId: MandataireId;
}

async function exported(
  stores: RentalStores,
  { format, ids }: PayoutExportInput,
  { mandataireId, clock, newId, digests }: Making,
): Promise<PayoutExportDetail> {
  const now = clock.now();
  const today = dayInParis(now);
  const { payouts, dueDays } = await lockedPayouts(stores, ids ?? null, today);
  if (payouts.length === 0) throw refused("nothing_to_pay", "No payout is ordered and due that could be paid");
  const { name, iban, bic } = existing(await stores.mandataires.find(mandataireId));
  if (iban === null)
    throw refused("missing_iban", "The mandataire has no IBAN to pay from: give it one, then export again");
  const id = newId<"PayoutExport">();
  const messageId = messageIdOf(mandataireId, payouts, digests);
  const transfers = payouts.map((payable) => {
    const day = dueDays.get(payable.payout.id) ?? today;
    return transferOf(payable, existing(payableIban(payable)), bankDayFrom(day > today ? day : today));
  });
  const document = pain001({ messageId, createdAt: now, debtor: { name, iban, bic }, transfers });
  const made: PayoutExport = {
    ...{ mandataireId, id, format, messageId },
    payoutsCount: transfers.length,
    totalAmount: sum(transfers.map(({ amountCents }) => amountCents)),
    createdAt: now,
    updatedAt: now,
  };
  await stores.payoutExports.insert(
    made,
    payouts.map(({ payout }) => payout.id),
    document,
  );
  const transmitted = payouts.map(({ payout }) => transmittedPayout(payout, id, now));
  await stores.ownerPayouts.update(transmitted);
  await markRuns({ stores, now }, transmitted);
  return existing(await stores.payoutExports.find(id));
}

interface Locked {
  /** By reference. */
  readonly payouts: readonly PayableOut[];
  readonly dueDays: ReadonlyMap<OwnerPayoutId, Day | null>;
}

/**
 * The payouts of a file. They are looked at again once they are locked: another host may have put them in a file of its own
 * meanwhile. Those that are named may not be due yet: the bank executes them on the day that they are.
 */
async function lockedPayouts(stores: RentalStores, ids: readonly OwnerPayoutId[] | null, today: Day): Promise<Locked> {
  const { ownerPayouts } = stores;
  const seen = (await ownerPayouts.payable(ids)).filter((payable) => ids !== null || payableIban(payable) !== null);
  const dueDays = await dueDaysOf(stores, seen);
  const wanted = seen
    .filter(({ payout }) => ids !== null || (dueDays.get(payout.id) ?? today) <= today)
    .slice(0, EXPORTED_PAYOUTS_MAX);
  await lockRuns(
    stores,
    wanted.map(({ payout }) => payout.billingRunId),
  );
  const locked = await ownerPayouts.lockPayable(wanted.map(({ payout }) => payout.id));
  if (ids) requireSound(unpayableErrors(ids, new Map(locked.map((payable) => [payable.payout.id, payable]))));
  return { payouts: locked.filter((payable) => payableIban(payable) !== null), dueDays };
}

async function dueDaysOf(
  { ownerPayouts }: RentalStores,
  payouts: readonly PayableOut[],
): Promise<ReadonlyMap<OwnerPayoutId, Day | null>> {
  const distributions = await ownerPayouts.distributions(payouts.map(({ payout }) => payout.id));
  return new Map(distributions.map(({ payoutId, ...distribution }) => [payoutId, dueDay(distribution)]));
}

/** Locks runs before payouts, as whoever moves money does. */
async function takenBack(
  stores: RentalStores,
  id: PayoutExportId,
  { now: present }: Clock,
): Promise<PayoutExportDetail> {
  const { payoutExports, ownerPayouts } = stores;
  const ids = existing(await payoutExports.find(id)).payouts.map(({ payoutId }) => payoutId);
  const seen = await ownerPayouts.payable(ids);
  await lockRuns(
    stores,
    seen.map(({ payout }) => payout.billingRunId),
  );
  const payouts = (await ownerPayouts.lockPayable(ids)).map(({ payout }) => payout);
  const payoutExport = existing(await payoutExports.find(id));
  requireTakeBack(payouts, id);
  const now = present();
  const ordered = payouts.map((payout) => takenBackPayout(payout, now));
  await ownerPayouts.update(ordered);
  if (!(await payoutExports.remove(id))) throw notFound();
  await markRuns({ stores, now }, ordered);
  return payoutExport;
}
