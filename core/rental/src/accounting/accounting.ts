import {
  type Caller,
  type Clock,
  type Digests,
  type NewId,
  service,
  type TransactFor,
  type UseCases,
  write,
} from "@cartulary/kernel";
import { type BookId, type Ledger, type LedgerStores, ledgerUseCases } from "@cartulary/ledger";
import type { LongWrites } from "../agency/long-writes.ts";
import type { MandataireId } from "../agency/mandataire.ts";
import type { AccountingListener } from "./accounting-listener.ts";
import { rentalPlan } from "./chart-of-accounts.ts";
import type { AccountingStores } from "./ports.ts";

/** Returns the ledger of a mandataire. The caller of this service has checked that the user is a member. */
export type Accounting = (mandataireId: MandataireId) => Ledger;

interface Dependencies<Stores> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  /** Runs work that grows with the size of the book or of the request. */
  readonly longWrite: LongWrites<Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
  readonly listeners: readonly AccountingListener<Stores>[];
}

/** Creates ledgers that follow {@link rentalPlan}. Their books are opened with the mandataires. */
export function createAccounting<Stores extends LedgerStores & Pick<AccountingStores, "tombstones">>({
  transactFor,
  longWrite,
  listeners,
  ...settings
}: Dependencies<Stores>): Accounting {
  const useCases = ledgerUseCases({ ...rentalPlan, ...settings });
  return (mandataireId) => {
    const notifying = notifyingUseCases(useCases, listeners, mandataireId, settings.clock);
    const { post, ...ordinary } = service(transactFor(mandataireId), notifying);
    const { enterOpening, closeMonth } = notifying;
    return {
      ...ordinary,
      post: (caller, entries) =>
        entries.length <= ENTRIES_ORDINARY
          ? post(caller, entries)
          : longWrite(mandataireId, (stores) => notifying.post.run(stores, caller, entries)),
      enterOpening: (caller, opening) => longWrite(mandataireId, (stores) => enterOpening.run(stores, caller, opening)),
      closeMonth: (caller, month) => longWrite(mandataireId, (stores) => closeMonth.run(stores, caller, month)),
    };
  };
}

/** Number of entries that fits an ordinary write on any machine. */
const ENTRIES_ORDINARY = 100;

/** Wraps the use cases: calls the listeners, and leaves a tombstone for a discarded draft. */
function notifyingUseCases<Stores extends LedgerStores & Pick<AccountingStores, "tombstones">>(
  useCases: UseCases<Ledger, LedgerStores>,
  listeners: readonly AccountingListener<Stores>[],
  mandataireId: MandataireId,
  clock: Clock,
): UseCases<Ledger, Stores> {
  const { enterOpening, closeMonth, discard } = useCases;
  return {
    ...useCases,
    discard: write(async (stores, caller, id) => {
      await discard.run(stores, caller, id);
      await stores.tombstones.insert("accounting_entries", [id], clock.now());
    }),
    enterOpening: write(async (stores, caller, opening) => {
      const entry = await enterOpening.run(stores, caller, opening);
      for (const listener of listeners) await listener.openingEntered?.(stores, caller, { mandataireId, entry });
      return entry;
    }),
    closeMonth: write(async (stores, caller, month) => {
      const period = await closeMonth.run(stores, caller, month);
      for (const listener of listeners) await listener.monthClosed?.(stores, caller, { mandataireId, period });
      return period;
    }),
  };
}

/** Opens the book of a mandataire with {@link rentalPlan}. */
export function bookOpener(
  settings: Pick<Dependencies<never>, "clock" | "newId" | "digests">,
): (stores: LedgerStores, caller: Caller, id: BookId) => Promise<unknown> {
  const { open } = ledgerUseCases({ ...rentalPlan, ...settings });
  return open.run;
}
