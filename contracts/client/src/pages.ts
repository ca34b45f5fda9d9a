import type { Input } from "./encode.ts";
import type { Operation } from "./operation.ts";
import type { Reply } from "./send.ts";
import type { CallOptions, Page } from "./types.ts";

/** Performs a call of one operation. */
export type Perform = (input: Input, options: CallOptions) => Promise<Reply>;

const PER_PAGE = 100;

/** Reads one page. */
export async function readPage(
  { items }: Operation,
  perform: Perform,
  input: Input,
  options: CallOptions,
): Promise<Page<unknown>> {
  const { response, value } = await perform(input, options);
  const { headers } = response;
  const count = (name: string) => Number(headers.get(name));
  return {
    items: (items === null ? value : (value as Input)[items]) as unknown[],
    total: count("x-total-count"),
    page: count("x-page"),
    perPage: count("x-per-page"),
    hasMore: headers.get("x-has-more") === "true",
    headers,
  };
}

/** Iterates the elements of all pages. A page that the server cut short is followed by the rest that its Link names. */
export async function* readAll(
  operation: Operation,
  perform: Perform,
  input: Input,
  options: CallOptions,
): AsyncGenerator<unknown, void, undefined> {
  let next: Input | null = operation.traits.has("page") ? { per_page: PER_PAGE, ...input } : input;
  while (next !== null) {
    const page = await readPage(operation, perform, next, options);
    yield* page.items;
    next = page.hasMore && page.items.length > 0 ? nextOf(next, page) : null;
  }
}

const REST = /[?&]offset=(\d+)[^>]*>; rel="next"/;

function nextOf(input: Input, { headers, page, items }: Page<unknown>): Input {
  const { page: _, ...others } = input;
  const [, rest] = REST.exec(headers.get("link") ?? "") ?? [];
  if (rest !== undefined) return { ...others, offset: Number(rest) };
  return typeof input.offset === "number"
    ? { ...others, offset: input.offset + items.length }
    : { ...input, page: page + 1 };
}
