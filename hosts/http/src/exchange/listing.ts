import { type Instant, type ListQuery, offsetOf, type Page, standardLists } from "@cartulary/kernel";
import {
  asksOfList,
  OFFSET,
  type OperationShape,
  PAGES,
  type Parameters,
  pageAtOffset,
  parseList,
  parsePages,
} from "@cartulary/wire";
import type { Replied, Searched } from "./handlers.ts";

/** The headers that tell where in a list a page stands (documents.md 2.2). */
export const LIST_HEADERS = ["X-Total-Count", "X-Total-Pages", "X-Page", "X-Per-Page", "X-Has-More"] as const;
type ListHeader = (typeof LIST_HEADERS)[number];

/** Tells from when on to ask for changes next time (rental.md §4). */
export const SNAPSHOT_HEADER = "X-Snapshot-At";

/** What a search says beside that (composition.md 4). */
export const SEARCH_HEADERS = { exact: "X-Total-Count-Exact", corrected: "X-Search-Corrected" } as const;

/** What a request asks of an operation's list; `undefined` when it has none. */
export function listAskOf(
  { list, paging = standardLists, perPage, perPageAlias, unasked, endsEarly }: ListShape,
  parameters: Parameters,
): Partial<ListQuery> | undefined {
  if (list === undefined) return undefined;
  if (list === PAGES) {
    const asked = parsePages(perPage === undefined ? paging : { ...paging, perPage }, parameters);
    return endsEarly ? pageAtOffset(asked, parameters) : asked;
  }
  const asked = parseList(list, parameters, perPageAlias);
  const sized = unasked === undefined || asksOfList(parameters) ? asked : { ...asked, perPage: unasked };
  return endsEarly ? pageAtOffset(sized, parameters) : sized;
}

/** What of an operation says how its list is asked. */
type ListShape = Pick<OperationShape, "list" | "paging" | "perPage" | "perPageAlias" | "unasked" | "endsEarly">;

/** Whether an operation answers a list that tells what changed since a moment. */
export function converges({ list, paging }: ListShape): boolean {
  if (list === undefined) return false;
  return list === PAGES ? (paging?.converging ?? false) : list.dialect.converging;
}

/** One page of a list, with the headers that say which. */
export function listed<Item>({ items, ...page }: Page<Item> & Searched): Replied<200, readonly Item[]> {
  return { status: 200, value: items, page };
}

/** A page whose items are written already. */
interface AnsweredPage extends Omit<Page<unknown>, "items">, Searched {
  /** How many items were answered, where that may be fewer than the page has room for, and where to ask for the rest. */
  readonly ended?: { readonly count: number; readonly url: URL };
}

/**
 * What a page's answer says beside its items. `watermark` was asked before the list was read, where it converges: what is
 * dated earlier is in it, so that a client may ask from there the next time.
 */
export function listHeaders(
  { ended, ...answered }: AnsweredPage,
  watermark?: Instant,
): Readonly<Record<string, string>> {
  const { total, page, perPage } = answered;
  const pages = Math.ceil(total / perPage);
  const end = ended && offsetOf(answered) + ended.count;
  const hasMore = answered.hasMore ?? (end === undefined ? page < pages : end < total);
  const headers: Readonly<Record<ListHeader, string>> = {
    "X-Total-Count": String(total),
    "X-Total-Pages": String(pages),
    "X-Page": String(page),
    "X-Per-Page": String(perPage),
    "X-Has-More": String(hasMore),
  };
  const next = ended && hasMore && { Link: `<${atOffset(ended.url, end ?? 0)}>; rel="next"` };
  const snapshot = watermark && { [SNAPSHOT_HEADER]: watermark };
  const all = { ...headers, ...searchHeaders(answered), ...next, ...snapshot };
  return { ...all, "Access-Control-Expose-Headers": Object.keys(all).join(", ") };
}

function searchHeaders({ isTotalExact, corrected }: Searched): Readonly<Record<string, string>> {
  return {
    ...(isTotalExact === false && { [SEARCH_HEADERS.exact]: "false" }),
    ...(typeof corrected === "string" && { [SEARCH_HEADERS.corrected]: encodeURIComponent(corrected.toWellFormed()) }),
  };
}

/** The same list from another row on. */
function atOffset(url: URL, offset: number): string {
  const next = new URL(url);
  next.searchParams.delete("page");
  next.searchParams.set(OFFSET, String(offset));
  return next.href;
}
