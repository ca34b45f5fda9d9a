import { type Instant, type ListQuery, type Page, secondsAfter, standardLists } from "@cartulary/kernel";
import { asksOfList, type OperationShape, PAGES, type Parameters, parseList, parsePages } from "@cartulary/wire";
import type { Replied } from "./handlers.ts";

/** The headers that tell where in a list a page stands (documents.md 2.2). */
export const LIST_HEADERS = ["X-Total-Count", "X-Total-Pages", "X-Page", "X-Per-Page", "X-Has-More"] as const;
type ListHeader = (typeof LIST_HEADERS)[number];

/** Tells from when on to ask for changes next time (rental.md §4). */
export const SNAPSHOT_HEADER = "X-Snapshot-At";

/** What may still be written with a date that lies so far back: whoever wrote it had not committed yet. */
const SNAPSHOT_MARGIN_SECONDS = 5;

/** What a request asks of an operation's list; `undefined` when it has none. */
export function listAskOf(
  { list, perPage, perPageAlias, unasked }: Pick<OperationShape, "list" | "perPage" | "perPageAlias" | "unasked">,
  parameters: Parameters,
): Partial<ListQuery> | undefined {
  if (list === undefined) return undefined;
  if (list === PAGES) {
    return parsePages(perPage === undefined ? standardLists : { ...standardLists, perPage }, parameters);
  }
  const query = parseList(list, parameters, perPageAlias);
  return unasked === undefined || asksOfList(parameters) ? query : { ...query, perPage: unasked };
}

/** Whether a list tells what changed since a moment. */
export function converges(list: OperationShape["list"]): boolean {
  return list !== undefined && list !== PAGES && list.dialect.converging;
}

/** One page of a list, with the headers that say which. */
export function listed<Item>({ items, ...page }: Page<Item>): Replied<200, readonly Item[]> {
  return { status: 200, value: items, page };
}

/**
 * What a page's answer says beside its items. `requestedAt` is when the request came, where the list converges: everything
 * that was written by five seconds before is in it, so that a client may ask from there the next time.
 */
export function listHeaders(
  { total, page, perPage }: Omit<Page<unknown>, "items">,
  requestedAt?: Instant,
): Readonly<Record<string, string>> {
  const pages = Math.ceil(total / perPage);
  const headers: Readonly<Record<ListHeader, string>> = {
    "X-Total-Count": String(total),
    "X-Total-Pages": String(pages),
    "X-Page": String(page),
    "X-Per-Page": String(perPage),
    "X-Has-More": String(page < pages),
  };
  const snapshot = requestedAt && { [SNAPSHOT_HEADER]: secondsAfter(requestedAt, -SNAPSHOT_MARGIN_SECONDS) };
  const all = { ...headers, ...snapshot };
  return { ...all, "Access-Control-Expose-Headers": Object.keys(all).join(", ") };
}
