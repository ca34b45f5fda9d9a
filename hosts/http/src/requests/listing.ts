import { DEFAULT_LIST_DIALECT, type Instant, type ListQuery, offsetOf, type Page } from "@cartulary/kernel";
import {
  hasPageParameters,
  OFFSET,
  type OperationShape,
  PAGES,
  type Parameters,
  pageAtOffset,
  parseList,
  parsePages,
} from "@cartulary/wire";
import type { HandlerReply, Searched } from "./handlers.ts";

/** The headers with the position of a page in its list (documents.md 2.2). */
export const LIST_HEADERS = ["X-Total-Count", "X-Total-Pages", "X-Page", "X-Per-Page", "X-Has-More"] as const;
type ListHeader = (typeof LIST_HEADERS)[number];

/** The next `updated_since` of a change feed (rental.md §4). */
export const SNAPSHOT_HEADER = "X-Snapshot-At";

/** Additional headers of a search (composition.md 4). */
export const SEARCH_HEADERS = { exact: "X-Total-Count-Exact", corrected: "X-Search-Corrected" } as const;

/** Parses the list parameters of a request; `undefined` for operations without a list. */
export function parseListRequest(
  { list, paging = DEFAULT_LIST_DIALECT, perPage, perPageAlias, defaultPageSize, endsEarly }: ListShape,
  parameters: Parameters,
): Partial<ListQuery> | undefined {
  if (list === undefined) return undefined;
  if (list === PAGES) {
    const page = parsePages(perPage === undefined ? paging : { ...paging, perPage }, parameters);
    return endsEarly ? pageAtOffset(page, parameters) : page;
  }
  const query = parseList(list, parameters, perPageAlias);
  const hasDefaultSize = defaultPageSize !== undefined && !hasPageParameters(parameters);
  const sized = hasDefaultSize ? { ...query, perPage: defaultPageSize } : query;
  return endsEarly ? pageAtOffset(sized, parameters) : sized;
}

/** The properties of an operation that define its list. */
type ListShape = Pick<OperationShape, "list" | "paging" | "perPage" | "perPageAlias" | "defaultPageSize" | "endsEarly">;

/** True for a list with a change feed. */
export function hasUpdatedSince({ list, paging }: ListShape): boolean {
  if (list === undefined) return false;
  return list === PAGES ? (paging?.hasUpdatedSince ?? false) : list.dialect.hasUpdatedSince;
}

/** A reply with one page of a list. */
export function listReply<Item>({ items, ...page }: Page<Item> & Searched): HandlerReply<200, readonly Item[]> {
  return { status: 200, value: items, page };
}

/** A page whose items are already serialized. */
interface AnsweredPage extends Omit<Page<unknown>, "items">, Searched {
  /** The number of items returned in a truncated reply, and the URL for the rest. */
  readonly ended?: { readonly count: number; readonly url: URL };
}

/**
 * Returns the headers of a page. `watermark` was taken before the list was read: the list has every earlier change, so
 * clients continue from there.
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

/** Returns the URL of the same list from another row on. */
function atOffset(url: URL, offset: number): string {
  const next = new URL(url);
  next.searchParams.delete("page");
  next.searchParams.set(OFFSET, String(offset));
  return next.href;
}
