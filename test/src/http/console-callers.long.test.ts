import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CALLERS, type CallersHouse, openCallersHouse } from "./console-callers.ts";

describe("every page of the console", () => {
  let opened: CallersHouse;
  beforeAll(async () => {
    opened = await openCallersHouse();
  }, 300_000);
  afterAll(() => opened.close());

  it.each(CALLERS)("answers %s as the operations do", { timeout: 600_000 }, async (caller) => {
    const problems: string[] = [];
    for (const page of opened.pages) {
      await opened.sweep(caller, page).catch((error: unknown) => problems.push(String(error)));
    }
    expect(problems).toEqual([]);
  });
});
