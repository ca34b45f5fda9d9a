import {
  type Check,
  type Clock,
  type Digests,
  type NewId,
  pagesOf,
  service,
  type Transact,
  type TransactFor,
} from "@cartulary/kernel";
import { type BookId, bookChecks, type Ledger, type LedgerStores, ledgerUseCases } from "@cartulary/ledger";
import { rentalPlan } from "./chart.ts";
import { bookOf, type MandataireId, mandataireOf } from "./mandataire.ts";
import type { RegistryStores } from "./ports.ts";

/** The ledger of each mandataire. Whoever asks has found out before that the caller is a member of it. */
export type Accounting = (mandataireId: MandataireId) => Ledger;

interface Dependencies {
  readonly transactFor: TransactFor<MandataireId, LedgerStores>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
}

/** Ledgers that all follow {@link rentalPlan}; their books were opened with the mandataires. */
export function createAccounting({ transactFor, ...settings }: Dependencies): Accounting {
  const useCases = ledgerUseCases({ ...rentalPlan, ...settings });
  return (mandataireId) => service(transactFor(mandataireId), useCases);
}

/** Mandataires whose ids are read at once. */
const PAGE = 500;

/** What has to be true of every mandataire's book. */
export function accountingChecks({
  transact,
  transactFor,
  digests,
}: Pick<Dependencies, "transactFor" | "digests"> & { readonly transact: Transact<RegistryStores> }): readonly Check[] {
  const pages = () => pagesOf<MandataireId>((last) => transact.read(({ mandataires }) => mandataires.ids(last, PAGE)));
  async function* books(): AsyncGenerator<readonly BookId[]> {
    for await (const page of pages()) yield page.map(bookOf);
  }
  return bookChecks({ transactFor: (bookId) => transactFor(mandataireOf(bookId)), books, digests });
}
