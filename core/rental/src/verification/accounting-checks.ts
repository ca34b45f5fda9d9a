import { type Check, type Digests, readPages, type Transact, type TransactFor } from "@cartulary/kernel";
import type { BookId } from "@cartulary/ledger";
import { bookChecks } from "@cartulary/ledger/verification";
import { fecExportCheck } from "../accounting/fec/fec-export-check.ts";
import type { AccountingStores } from "../accounting/ports.ts";
import { bookOf, type MandataireId, mandataireOf } from "../agency/mandataire.ts";
import type { AgencyStores } from "../agency/ports.ts";
import { letterheadCheck } from "./letterhead-check.ts";
import { estateCheck, type InspectionStores, moneyCheck } from "./violation-checks.ts";

/** Mandataires read at once. */
const PAGE = 500;

/** Returns the checks of every mandataire's book, FEC files, estate and billing, and of what its letters lack. */
export function accountingChecks({
  transact,
  transactFor,
  digests,
}: {
  readonly transactFor: TransactFor<MandataireId, AccountingStores & InspectionStores>;
  readonly transact: Transact<AgencyStores>;
  readonly digests: Digests;
}): readonly Check[] {
  const pages = () =>
    readPages<MandataireId>((last) => transact.read(({ mandataires }) => mandataires.ids(last, PAGE)));
  async function* books(): AsyncGenerator<readonly BookId[]> {
    for await (const page of pages()) yield page.map(bookOf);
  }
  return [
    ...bookChecks({ transactFor: (bookId) => transactFor(mandataireOf(bookId)), books, digests }),
    fecExportCheck({ transactFor, mandataires: pages, digests }),
    estateCheck({ transactFor, mandataires: pages }),
    moneyCheck({ transactFor, mandataires: pages }),
    letterheadCheck({ transact, mandataires: pages }),
  ];
}
