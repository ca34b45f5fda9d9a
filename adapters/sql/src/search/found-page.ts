import type { Caller, Page } from "@cartulary/kernel";
import type { Found, FoundPage, SearchFinder } from "@cartulary/search";
import type { SqlStatements } from "../engine/module.ts";
import type { Source } from "../engine/statement.ts";
import { foundByCommonWords } from "./common-words.ts";
import { finding, findingShape, rowsOfPage, total } from "./finding.ts";
import { type Sought, soughtOf } from "./matching.ts";
import { foundIn, shownAt } from "./showing.ts";
import type { SearchTables } from "./tables.ts";

/** A page of what somebody finds: by common words, or where one of them is seldom by the engine's own index. */
export async function foundBy(
  source: Source<SearchTables>,
  caller: Caller,
  sought: Sought,
  wanted: FoundPage,
): Promise<Page<Found>> {
  return {
    ...wanted,
    ...((await amongCommon(source, caller, sought, wanted)) ?? (await amongSeldom(source, caller, sought, wanted))),
  };
}

/**
 * The same without a transaction. What a page shows is judged when it is read, and of common words one statement before
 * said what that is: a page that is shorter than was said then is not answered.
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

interface FoundItems {
  readonly items: readonly Found[];
  readonly total: number;
}

async function amongCommon(
  source: Source<SearchTables>,
  caller: Caller,
  sought: Sought,
  wanted: FoundPage,
): Promise<FoundItems | null> {
  const found = await foundByCommonWords(source, caller, sought, wanted);
  return found && { items: await shownAt(source, caller, sought, found.places), total: found.total };
}

async function amongSeldom(
  source: Source<SearchTables>,
  caller: Caller,
  sought: Sought,
  wanted: FoundPage,
): Promise<FoundItems> {
  const { role, userId, groupIds } = caller;
  const shape = await findingShape(source, role, sought);
  const values = { ...sought, userId, groupIds };
  const { rows } = await finding(source, { ...values, ...rowsOfPage(wanted) }, shape);
  const counted = rows[0] ?? (wanted.page > 1 ? (await total(source, values, shape)).rows[0] : undefined);
  return {
    items: rows.map((row) => foundIn(source.dialect, row, sought.words.length)),
    total: counted?.found_total ?? 0,
  };
}
