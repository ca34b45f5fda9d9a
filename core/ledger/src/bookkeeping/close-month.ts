import {
  type Caller,
  type Day,
  dayBefore,
  dayInParis,
  firstDay,
  type Month,
  monthAfter,
  orNotFound,
  unprocessable,
} from "@cartulary/kernel";
import type { Book } from "../entries/entry.ts";
import { openingEntry } from "../entries/opening.ts";
import { balanceStartDay, type Period, periodsOf, requireNext } from "../entries/period.ts";
import type { LedgerStores } from "../stores/ports.ts";
import type { Dependencies } from "./dependencies.ts";
import { sealAndInsert } from "./post-entries.ts";

/** {@link Ledger.periods} */
export async function periods(
  stores: LedgerStores,
  { clock }: Pick<Dependencies, "clock">,
): Promise<readonly Period[]> {
  orNotFound(await stores.books.find());
  return periodsOf(await stores.entries.firstDay(), dayInParis(clock.now()), await stores.periods.list());
}

/** {@link Ledger.closeMonth} */
export async function closeMonth(
  stores: LedgerStores,
  dependencies: Dependencies,
  caller: Caller,
  month: Month,
): Promise<Period> {
  const book = orNotFound(await stores.books.lock());
  const now = dependencies.clock.now();
  requireNext(book, await stores.entries.firstDay(), dayInParis(now), month);
  if (await stores.drafts.anyIn(month))
    throw unprocessable("invalid_transition", `${month} has a draft entry: validate or discard it first`);
  const entriesPosted = await stores.entries.post(month, now);
  const closed = { ...book, closedThrough: month };
  await stores.books.update(closed);
  await stores.periods.insert({ period: month, entriesPosted, closedAt: now });
  if (month.endsWith("-12")) await openYear(stores, dependencies, caller, book, firstDay(monthAfter(month)));
  return { period: month, status: "closed", entriesPosted, closedAt: now };
}

/** Creates one opening entry for each society with balances. `book` is its state before December was closed. */
async function openYear(
  stores: LedgerStores,
  dependencies: Dependencies,
  caller: Caller,
  book: Book,
  day: Day,
): Promise<void> {
  const { plan, clock, newId } = dependencies;
  const to = dayBefore(day);
  const from = balanceStartDay(book, to);
  for (const societyCode of await stores.balances.societies({ from, to })) {
    const balances = await stores.balances.balances({ from, to, societyCode });
    const content = openingEntry(balances, { plan, societyCode, day, now: clock.now(), newId });
    if (content) await sealAndInsert(stores, dependencies, { book, caller, contents: [content], carriesForward: true });
  }
}
