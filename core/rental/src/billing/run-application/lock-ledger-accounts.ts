import type { Day } from "@cartulary/kernel";
import type { Subaccount } from "@cartulary/ledger";
import { yearOf } from "@cartulary/ledger";
import { ACCOUNTS, rentalPlan } from "../../accounting/chart-of-accounts.ts";
import type { BillingStores } from "../ports.ts";

/** The numbers and letters that a run's entries take. */
interface LedgerScope {
  readonly societyCode: string;
  /** Accounting dates of the entries. */
  readonly days: readonly Day[];
  /** Account codes of owners. */
  readonly owners: readonly string[];
}

/**
 * Locks all numbers and letters that a run's entries take, before the first entry: entries are written in portions, and
 * locking portion by portion could deadlock. From here on no other transaction posts on the owners' accounts.
 */
export async function lockLedgerAccounts(
  { series, letterings }: Pick<BillingStores, "series" | "letterings">,
  { societyCode, days, owners }: LedgerScope,
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
