import { levelByRole } from "@cartulary/documents";
import type { Caller, Page } from "@cartulary/kernel";
import type { Found, FoundPage, SearchFinder } from "@cartulary/search";
import type { SqlStatements } from "../engine/module.ts";
import type { Source } from "../engine/statement.ts";
import { amongReadable } from "./among-readable.ts";
import { foundByCommonWords } from "./common-words.ts";
import { finding } from "./finding.ts";
import { type Sought, soughtOf } from "./matching.ts";
import type { FoundPlaces, Wanted } from "./places.ts";
import { foundIn, shownAt } from "./showing.ts";
import type { SearchTables } from "./tables.ts";

/**
 * A page of what somebody finds. For whoever may read everything sets of common words say first what it is of; for everybody
 * else one statement does, and mostly shows it.
 */
export async function foundBy(
  source: Source<SearchTables>,
  caller: Caller,
  sought: Sought,
  wanted: FoundPage,
): Promise<Page<Found>> {
  const { page, perPage } = wanted;
  const within = { from: (page - 1) * perPage, until: page * perPage };
  const common = levelByRole(caller) === null ? null : await foundByCommonWords(source, sought, within);
  const found = common ?? (await foundAtOnce(source, caller, sought, within));
  if ("items" in found) return { ...wanted, ...found };
  return { ...wanted, items: await shownAt(source, caller, sought, found.places), total: found.total };
}

/**
 * The same without a transaction. What a page shows is judged when it is read. Where one statement before said what that is,
 * a page that is shorter than was said then is not answered.
 */
export function createSearchFinder({ ask }: SqlStatements<SearchTables>): SearchFinder {
  return {
    find: (caller, words, wanted) =>
      ask(async (source) => {
        const found = await foundBy(source, caller, soughtOf(words), wanted);
        return isWhole(found) ? found : null;
      }),
  };
}

function isWhole({ items, total: all, page, perPage }: Page<Found>): boolean {
  return items.length === Math.max(0, Math.min(perPage, all - (page - 1) * perPage));
}

type FoundItems = Pick<Page<Found>, "items" | "total">;

async function foundAtOnce(
  source: Source<SearchTables>,
  { role, userId, groupIds }: Caller,
  sought: Sought,
  within: Wanted,
): Promise<FoundItems | FoundPlaces> {
  const rowsOfPage = { limit: within.until - within.from, offset: within.from };
  const { rows } = await finding(source, { ...sought, userId, groupIds, ...rowsOfPage }, role);
  const { places = null, postings = null, found_total: total = 0 } = rows[0] ?? {};
  if (places !== null) return amongReadable(source, sought, { places, postings }, within);
  const shown = rows.filter((row) => row.id !== null);
  return { items: shown.map((row) => foundIn(source.dialect, row, sought.words.length)), total };
}
