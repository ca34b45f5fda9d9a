import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CALLERS, type CallersHouse, openCallersHouse } from "./console-callers.ts";

/** One page of each kind: records, lists, forms, and what only administrators or members see. */
const DRAWN = [
  "/folders/{id}",
  "/documents/{id}/content",
  "/documents/{id}/delete",
  "/trash/{id}/restore",
  "/compositions/{id}",
  "/search",
  "/agency/leases/{id}",
  "/agency/tenants",
  "/agency/money/import",
  "/admin/jobs",
  "/admin/groups/{id}/delete",
];

describe("some pages of the console", () => {
  let opened: CallersHouse;
  beforeAll(async () => {
    opened = await openCallersHouse();
  });
  afterAll(() => opened.close());

  it.each(CALLERS)("answer %s as the operations do", async (caller) => {
    const drawn = opened.pages.filter(({ page }) => DRAWN.includes(page.path));
    expect(drawn).toHaveLength(DRAWN.length);
    for (const page of drawn) await opened.sweep(caller, page);
  });
});
