import { documentsLists, type ListQuery, type Page } from "@cartulary/kernel";
import { asksOfList, type OperationShape, PAGES, type Parameters, parseList, parsePages } from "@cartulary/wire";

/** The headers that tell where in a list a page stands (documents.md 2.2). */
export const LIST_HEADERS = ["X-Total-Count", "X-Total-Pages", "X-Page", "X-Per-Page", "X-Has-More"] as const;
type ListHeader = (typeof LIST_HEADERS)[number];

/** What a request asks of an operation's list; `undefined` when it has none. */
export function listAskOf(
  { list, perPage, perPageAlias, unasked }: Pick<OperationShape, "list" | "perPage" | "perPageAlias" | "unasked">,
  parameters: Parameters,
): Partial<ListQuery> | undefined {
  if (list === undefined) return undefined;
  if (list === PAGES) {
    return parsePages(perPage === undefined ? documentsLists : { ...documentsLists, perPage }, parameters);
  }
  const query = parseList(list, parameters, perPageAlias);
  return unasked === undefined || asksOfList(parameters) ? query : { ...query, perPage: unasked };
}

/** What a page's answer says beside its items. */
export function listHeaders({ total, page, perPage }: Omit<Page<unknown>, "items">): Readonly<Record<string, string>> {
  const pages = Math.ceil(total / perPage);
  const headers: Readonly<Record<ListHeader, string>> = {
    "X-Total-Count": String(total),
    "X-Total-Pages": String(pages),
    "X-Page": String(page),
    "X-Per-Page": String(perPage),
    "X-Has-More": String(page < pages),
  };
  return { ...headers, "Access-Control-Expose-Headers": LIST_HEADERS.join(", ") };
}
