import {
  type Caller,
  type Clock,
  createIdempotently,
  type Day,
  type Digests,
  type ListQuery,
  type NewId,
  notFound,
  orNotFound,
  type Page,
  type ReplayStores,
  replayWhileVisible,
  type TransactFor,
  throwIfInvalid,
  unprocessable,
} from "@cartulary/kernel";
import { dayInParis, sum } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";
import { dueDay, isDueOn } from "../../billing/payouts/due-day.ts";
import type { OwnerPayoutId, PayoutExportId, PayoutWithAccount } from "../../billing/payouts/owner-payout.ts";
import { transmittedPayout, withdrawPayout } from "../../billing/payouts/payout-transitions.ts";
import { lockRuns, updateCancellable } from "../../billing/runs/run-settlement.ts";
import type { MoneyStores } from "../ports.ts";
import { bankDayFrom } from "./bank-days.ts";
import { messageIdOf, payableIban, transferOf } from "./credit-transfer.ts";
import { pain001 } from "./pain-001.ts";
import {
  type DueDays,
  EXPORTED_PAYOUTS_MAX,
  type PayoutExport,
  type PayoutExportDetail,
  type PayoutExportField,
  type PayoutExportInput,
  payoutExportErrors,
  requireTakeBack,
  unpayableErrors,
} from "./payout-export.ts";
import type { PayoutExportListener } from "./payout-export-listener.ts";

/** The bank files of one mandataire, whose membership the caller has checked. */
export interface PayoutExports {
  /**
   * Creates the file of the named payouts, or of all that are ordered and due, and marks them `transmitted`, in one
   * transaction. Throws 422 `nothing_to_pay` without payouts, `missing_iban` if the mandataire has no account to pay
   * from, and field errors `ids[i]` for named payouts that cannot be paid or are not due yet.
   */
  create(caller: Caller, input: PayoutExportInput): Promise<PayoutExportDetail>;
  list(caller: Caller, query: ListQuery<PayoutExportField>): Promise<Page<PayoutExportDetail>>;
  get(caller: Caller, id: PayoutExportId): Promise<PayoutExportDetail>;
  /** Returns the stored content, which never changes. */
  download(caller: Caller, id: PayoutExportId): Promise<TransferFile>;
  /**
   * Withdraws a file that the bank did not get; its payouts are ordered again. Throws 422 `has_dependents` if the bank
   * has moved money of it.
   */
  remove(caller: Caller, id: PayoutExportId): Promise<void>;
}

export interface TransferFile {
  readonly fileName: string;
  /** XML in UTF-8, ASCII characters only. */
  readonly text: string;
  /** Of the bytes, in lower-case hexadecimal. */
  readonly sha256: string;
}

interface Dependencies<Stores> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Pick<Digests, "sha256">;
  readonly listeners: readonly PayoutExportListener<Stores>[];
}

export function createPayoutExports<Stores extends MoneyStores & ReplayStores>({
  transactFor,
  listeners,
  ...exportSettings
}: Dependencies<Stores>): (mandataireId: MandataireId) => PayoutExports {
  const { clock, digests } = exportSettings;
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    return {
      async create(caller, input) {
        throwIfInvalid(payoutExportErrors(input));
        const work = async (stores: Stores) => {
          const payoutExport = await createExport(stores, input, { ...exportSettings, mandataireId });
          for (const listener of listeners) await listener.created?.(stores, caller, payoutExport);
          return payoutExport;
        };
        return (await createIdempotently(transact, caller, work, replayIfFound)).reply;
      },
      list: (_caller, query) => transact.read(({ payoutExports }) => payoutExports.list(query)),
      get: (_caller, id) => transact.read(async ({ payoutExports }) => orNotFound(await payoutExports.find(id))),

      async download(_caller, id) {
        const [text, { messageId }] = await transact.read(async ({ payoutExports }) => [
          orNotFound(await payoutExports.document(id)),
          orNotFound(await payoutExports.find(id)),
        ]);
        return { fileName: `pain.001-${messageId}.xml`, text, sha256: digests.sha256(text) };
      },

      remove: (caller, id) =>
        transact.write(async (stores) => {
          const payoutExport = await withdrawExport(stores, id, clock);
          for (const listener of listeners) await listener.removed?.(stores, caller, payoutExport);
        }),
    };
  };
}

const replayIfFound = replayWhileVisible<MoneyStores, PayoutExportDetail>(async ({ payoutExports }, _caller, { id }) =>
  orNotFound(await payoutExports.find(id)),
);

interface ExportContext extends Pick<Dependencies<never>, "clock" | "newId" | "digests"> {
  readonly mandataireId: MandataireId;
}

async function createExport(
  stores: MoneyStores,
  { format, ids }: PayoutExportInput,
  { mandataireId, clock, newId, digests }: ExportContext,
): Promise<PayoutExportDetail> {
  const now = clock.now();
  const today = dayInParis(now);
  const payouts = await lockPayouts(stores, ids ?? null, today);
  if (payouts.length === 0) throw unprocessable("nothing_to_pay", "No payout is ordered, due and payable");
  const { name, iban, bic } = orNotFound(await stores.mandataires.find(mandataireId));
  if (iban === null)
    throw unprocessable("missing_iban", "The mandataire has no IBAN to pay from; set it, then export again");
  const id = newId<"PayoutExport">();
  const messageId = messageIdOf(mandataireId, payouts, digests);
  const transfers = payouts.map((payable) => transferOf(payable, orNotFound(payableIban(payable)), bankDayFrom(today)));
  const document = pain001({ messageId, createdAt: now, debtor: { name, iban, bic }, transfers });
  const payoutExport: PayoutExport = {
    ...{ mandataireId, id, format, messageId },
    payoutsCount: transfers.length,
    totalAmount: sum(transfers.map(({ amountCents }) => amountCents)),
    createdAt: now,
    updatedAt: now,
  };
  await stores.payoutExports.insert(
    payoutExport,
    payouts.map(({ payout }) => payout.id),
    document,
  );
  const transmitted = payouts.map(({ payout }) => transmittedPayout(payout, id, now));
  await stores.ownerPayouts.update(transmitted);
  await updateCancellable({ stores, now }, transmitted);
  return orNotFound(await stores.payoutExports.find(id));
}

/**
 * Selects and locks the payouts of a file, by reference. Checks them again under lock, since another host may have
 * exported them meanwhile. Throws field errors for named payouts that cannot be paid or are not due (effects.md 6).
 */
async function lockPayouts(
  stores: MoneyStores,
  ids: readonly OwnerPayoutId[] | null,
  today: Day,
): Promise<readonly PayoutWithAccount[]> {
  const { ownerPayouts } = stores;
  const candidates = (await ownerPayouts.payable(ids)).filter(
    (payable) => ids !== null || payableIban(payable) !== null,
  );
  const dueDays = await dueDaysOf(stores, candidates);
  const selected = candidates
    .filter(({ payout }) => ids !== null || isDueOn(today, dueDays.get(payout.id)))
    .slice(0, EXPORTED_PAYOUTS_MAX);
  await lockRuns(
    stores,
    selected.map(({ payout }) => payout.billingRunId),
  );
  const locked = await ownerPayouts.lockPayable(selected.map(({ payout }) => payout.id));
  if (ids) {
    const found = new Map(locked.map((payable) => [payable.payout.id, payable]));
    throwIfInvalid(unpayableErrors(ids, found, { today, dueDays }));
  }
  return locked.filter((payable) => payableIban(payable) !== null);
}

async function dueDaysOf({ ownerPayouts }: MoneyStores, payouts: readonly PayoutWithAccount[]): Promise<DueDays> {
  const distributions = await ownerPayouts.distributions(payouts.map(({ payout }) => payout.id));
  return new Map(distributions.map(({ payoutId, ...distribution }) => [payoutId, dueDay(distribution)]));
}

/** Withdraws a file. Locks runs before payouts, in the common lock order. */
async function withdrawExport(
  stores: MoneyStores,
  id: PayoutExportId,
  { now: present }: Clock,
): Promise<PayoutExportDetail> {
  const { payoutExports, ownerPayouts } = stores;
  const ids = orNotFound(await payoutExports.find(id)).payouts.map(({ payoutId }) => payoutId);
  const candidates = await ownerPayouts.payable(ids);
  await lockRuns(
    stores,
    candidates.map(({ payout }) => payout.billingRunId),
  );
  const payouts = (await ownerPayouts.lockPayable(ids)).map(({ payout }) => payout);
  const payoutExport = orNotFound(await payoutExports.find(id));
  requireTakeBack(payouts, id);
  const now = present();
  const ordered = payouts.map((payout) => withdrawPayout(payout, now));
  await ownerPayouts.update(ordered);
  if (!(await payoutExports.remove(id))) throw notFound();
  await stores.tombstones.insert("payout_exports", [id], now);
  await updateCancellable({ stores, now }, ordered);
  return payoutExport;
}
