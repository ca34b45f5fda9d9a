import { type Listener, listen } from "@cartulary/node";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launchChromium } from "../../support/browser.ts";
import { databases } from "../../support/databases.ts";
import { type House, openHouse } from "../../support/house.ts";

describe.skipIf(!hasChromium())("the API reference in a browser", () => {
  let house: House;
  let listener: Listener;
  let browser: Browser;
  beforeAll(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    house = await openHouse(await sqlite.open());
    listener = await listen(house.app, { host: "127.0.0.1", port: 0 });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await listener.close(1);
    await house.close();
  });

  it("is drawn inside its sandbox, asks the API, and hands its description out as a file", async () => {
    const page = await browser.newPage();
    const broken: string[] = [];
    page.on("pageerror", (error) => broken.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") broken.push(message.text());
    });
    const answer = await page.goto(`http://127.0.0.1:${listener.port}/docs`);
    expect(answer?.headers()["content-security-policy"]).toMatch(/^sandbox /);
    await page.getByRole("heading", { level: 1, name: "Cartulary" }).waitFor();
    expect(await page.evaluate("fetch('/readyz').then(({ status }) => status)")).toBe(200);
    const downloading = page.waitForEvent("download");
    await page.getByText("Download OpenAPI Document").first().click();
    expect((await downloading).suggestedFilename()).toMatch(/\.json$/);
    expect(broken).toEqual([]);
  });
});
