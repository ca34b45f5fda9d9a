import { expect } from "vitest";
import type { Person } from "./application-fixture.ts";
import type { Reply } from "./send-request.ts";

const ANSWER_BYTES_MAX = 8_388_608;

/** The answers of a list that ends early, each from the end of the previous one, to the last. */
export async function followed(by: Person, path: string, query: string): Promise<readonly Reply<unknown>[]> {
  const replies: Reply<unknown>[] = [await by.ask<unknown>("GET", path, { query })];
  for (;;) {
    const { headers } = replies.at(-1) ?? expect.unreachable();
    const [, next] = /^<([^>]*)>; rel="next"$/.exec(headers.get("link") ?? "") ?? [];
    expect(headers.get("x-has-more")).toBe(String(next !== undefined));
    if (next === undefined) return replies;
    expect(headers.get("access-control-expose-headers")).toContain("Link");
    const { pathname, search } = new URL(next);
    expect(pathname).toBe(path);
    replies.push(await by.ask<unknown>("GET", path, { query: search.slice(1) }));
  }
}

/** Several answers, none longer than the limit. */
export function expectBounded(replies: readonly Reply<unknown>[]): void {
  expect(replies.length).toBeGreaterThan(1);
  for (const { bytes } of replies) expect(bytes.byteLength).toBeLessThanOrEqual(ANSWER_BYTES_MAX);
}
