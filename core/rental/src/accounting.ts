import {
  type Check,
  type Clock,
  type Digests,
  type NewId,
  pagesOf,
  service,
  type Transact,
  type TransactFor,
  type UseCases,
  write,
} from "@cartulary/kernel";
import { type BookId, type Ledger, type LedgerStores, ledgerUseCases } from "@cartulary/ledger";
import { bookChecks } from "@cartulary/ledger/verification";
import type { AccountingListener } from "./accounting-listener.ts";
import { rentalPlan } from "./chart.ts";
import type { LastingWrites } from "./convergence/lasting-writes.ts";
import { fecExportCheck } from "./export-check.ts";
import { bookOf, type MandataireId, mandataireOf } from "./mandataire.ts";
import type { RegistryStores, RentalStores } from "./ports.ts";
import { estateCheck, moneyCheck } from "./verification/fault-checks.ts";

/** The ledger of each mandataire. Whoever asks has found out before that the caller is a member of it. */
export type Accounting = (mandataireId: MandataireId) => Ledger;

interface Dependencies<Stores> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  /** For what grows with the book or with what is brought along. */
  readonly lasting: LastingWrites<Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
  readonly listeners: readonly AccountingListener<Stores>[];
}

/** Ledgers that all follow {@link rentalPlan}; their books were opened with the mandataires. */
export function createAccounting<Stores extends LedgerStores & Pick<RentalStores, "tombstones">>({
  transactFor,
  lasting,
  listeners,
  ...settings
}: Dependencies<Stores>): Accounting {
  const useCases = ledgerUseCases({ ...rentalPlan, ...settings });
  return (mandataireId) => {
    const own = notifyingUseCases(useCases, listeners, mandataireId, settings.clock);
    const { post, ...ordinary } = service(transactFor(mandataireId), own);
    const { enterOpening, closeMonth } = own;
    return {
      ...ordinary,
      post: (caller, entries) =>
        entries.length <= ENTRIES_ORDINARY
          ? post(caller, entries)
          : lasting(mandataireId, (stores) => own.post.run(stores, caller, entries)),
      enterOpening: (caller, opening) => lasting(mandataireId, (stores) => enterOpening.run(stores, caller, opening)),
      closeMonth: (caller, month) => lasting(mandataireId, (stores) => closeMonth.run(stores, caller, month)),
    };
  };
}

/** Entries that are posted in the time of an ordinary write, whatever the machine. */
const ENTRIES_ORDINARY = 100;

/** The same; listeners are told, and of a draft that goes something is left for whoever follows. */
function notifyingUseCases<Stores extends LedgerStores & Pick<RentalStores, "tombstones">>(
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

/** Mandataires whose ids are read at once. */
const PAGE = 500;

/** What has to be true of every mandataire's book, and of the accounting files that were made of it. */
export function accountingChecks({
  transact,
  transactFor,
  digests,
}: {
  readonly transactFor: TransactFor<MandataireId, RentalStores>;
  readonly transact: Transact<RegistryStores>;
  readonly digests: Digests;
}): readonly Check[] {
  const pages = () => pagesOf<MandataireId>((last) => transact.read(({ mandataires }) => mandataires.ids(last, PAGE)));
  async function* books(): AsyncGenerator<readonly BookId[]> {
    for await (const page of pages()) yield page.map(bookOf);
  }
  return [
    ...bookChecks({ transactFor: (bookId) => transactFor(mandataireOf(bookId)), books, digests }),
    fecExportCheck({ transactFor, mandataires: pages, digests }),
    estateCheck({ transactFor, mandataires: pages }),
    moneyCheck({ transactFor, mandataires: pages }),
  ];
}
