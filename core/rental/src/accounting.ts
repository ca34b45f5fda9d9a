import type { Check, Clock, Digests, NewId, Transact, TransactFor } from "@cartulary/kernel";
import { pagesOf } from "@cartulary/kernel";
import { createLedger, type Ledger, type LedgerStores, ledgerCheck } from "@cartulary/ledger";
import { rentalPlan } from "./chart.ts";
import type { MandataireId } from "./mandataire.ts";
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
  return (mandataireId) => createLedger({ ...rentalPlan, ...settings, transact: transactFor(mandataireId) });
}

/** Mandataires whose ids are read at once. */
const PAGE = 500;

/** {@link ledgerCheck} of every mandataire's book. */
export function accountingChecks({
  transact,
  transactFor,
  digests,
}: Pick<Dependencies, "transactFor" | "digests"> & { readonly transact: Transact<RegistryStores> }): readonly Check[] {
  return [
    {
      name: "accounting entries",
      async *look() {
        const pages = pagesOf<MandataireId>((last) => transact.read(({ mandataires }) => mandataires.ids(last, PAGE)));
        for await (const page of pages)
          for (const id of page) yield* ledgerCheck({ transact: transactFor(id), digests }).look();
      },
    },
  ];
}
