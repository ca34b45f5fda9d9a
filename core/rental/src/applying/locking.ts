import type { Day } from "@cartulary/kernel";
import type { Subaccount } from "@cartulary/ledger";
import { yearOf } from "@cartulary/ledger";
import { ACCOUNTS, rentalPlan } from "../chart.ts";
import type { RentalStores } from "../ports.ts";

/** What a run's entries are numbered and lettered by. */
interface Touched {
  readonly societyCode: string;
  /** Days that entries are dated. */
  readonly days: readonly Day[];
  /** Codes of owners' accounts. */
  readonly owners: readonly string[];
}

/**
 * Locks all numbers and letters that a run's entries take, before the first of them: entries are written in portions, and
 * two who lock portion by portion would wait for each other. From here on nobody posts on what owners can have.
 */
export async function lockAccounts(
  { series, letterings }: Pick<RentalStores, "series" | "letterings">,
  { societyCode, days, owners }: Touched,
): Promise<void> {
  const years = [...new Set(days.map(yearOf))];
  await series.lock(
    years.flatMap((year) => rentalPlan.journals.map(({ code: journal }) => ({ societyCode, journal, year }))),
  );
  await letterings.lock(
    [...owners]
      .sort()
      .flatMap((auxiliaryCode) =>
        [ACCOUNTS.owners, ACCOUNTS.ordered].map((accountCode): Subaccount => ({ accountCode, auxiliaryCode })),
      ),
  );
}
