import { type Listener, listen } from "@cartulary/node";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { hasChromium, launchChromium, ledOn } from "../../support/browser.ts";
import { FIRST, temporaryFolder } from "../../support/cartulary-process.ts";
import { hostHere } from "../../support/command-here.ts";
import { databases } from "../../support/databases.ts";

describe.skipIf(!hasChromium())("the API reference in a browser", { timeout: 300_000 }, () => {
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

  it("runs in a sandbox without an origin, and reads the description only", async () => {
    const page = await browser.newPage();
    // The script is three megabytes: a machine that does much else takes its time.
    page.setDefaultTimeout(60_000);
    const broken: string[] = [];
    page.on("pageerror", (error) => broken.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") broken.push(message.text());
    });
    const requested: string[] = [];
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    const answer = await page.goto(`http://127.0.0.1:${listener.port}/docs`);
    const policy = answer?.headers()["content-security-policy"];
    expect(policy).toMatch(/^sandbox allow-scripts /);
    expect(policy).not.toContain("allow-same-origin");
    await page.getByRole("heading", { level: 1, name: "Cartulary" }).waitFor();
    await page.getByRole("button", { name: "Open Group - workspaces" }).click();
    await page.getByText("/api/v1/documents/workspaces").first().waitFor();
    expect(await page.evaluate("self.origin")).toBe("null");
    await page.getByRole("heading", { level: 2, name: "Get a token in a minute" }).waitFor();
    expect(new Set(requested)).toEqual(new Set(["/docs", "/docs/scalar.js", "/favicon.svg", "/openapi.json"]));
    const downloading = page.waitForEvent("download");
    await page.getByText("Download OpenAPI Document").first().click();
    expect((await downloading).suggestedFilename()).toMatch(/\.json$/);
    expect(broken).toEqual([]);
    // An injected script is a stranger to us: it gets no cookie and no answer.
    expect(await page.evaluate("fetch('/readyz').then(() => 'read', () => 'refused')")).toBe("refused");
    expect(await page.evaluate("(() => { try { return document.cookie } catch { return 'refused' } })()")).toBe(
      "refused",
    );
  });

  it("signs its reader in, and shows a token that works and examples with it", async () => {
    await using data = await temporaryFolder();
    await using host = await hostHere({ CARTULARY_DATA: data.path });
    const page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`${host.url}/docs`, { waitUntil: "commit" });
    await page.getByRole("link", { name: "Sign in", exact: true }).click({ noWaitAfter: true });
    await page.locator("#email").fill(FIRST.CARTULARY_ADMIN_EMAIL);
    await page.locator("#password").fill(FIRST.CARTULARY_ADMIN_PASSWORD);
    await ledOn(page, () => page.getByRole("button", { name: "Sign in" }).click());
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Allow Cartulary API reference?");
    await page.getByRole("button", { name: "Allow", exact: true }).click({ noWaitAfter: true });
    await page.waitForURL("**/docs/signed-in?*", { waitUntil: "commit" });
    const token = (await page.locator("#access-token").textContent()) ?? "";
    const headers = { Authorization: `Bearer ${token}` };
    expect((await fetch(`${host.url}/api/v1/documents/workspaces`, { headers })).status).toBe(200);
    expect(await page.evaluate("self.origin")).toBe("null");
    expect(await page.locator("#api-reference").getAttribute("data-configuration")).toContain(token);
    await page.reload({ waitUntil: "commit" });
    expect(new URL(page.url()).pathname).toBe("/docs");
    expect((await fetch(`${host.url}/api/v1/documents/workspaces`, { headers })).status).toBe(200);
  });
});
