import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Listener, listen } from "@cartulary/node";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { FIRST, type House, openHouse } from "../../support/application-fixture.ts";
import { hasChromium, launchChromium, ledOn } from "../../support/browser.ts";
import { databases } from "../../support/databases.ts";
import type { DeviceAuthorizationBody } from "../../support/records.ts";
import { expectStatus } from "../../support/refusals.ts";
import { slow } from "../../support/runs.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** The accessibility violations that axe finds on a page; none are expected. */
async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  const violations: readonly Violation[] = await page.evaluate("axe.run().then(({ violations }) => violations)");
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(", ")}`);
}

describe.skipIf(!hasChromium())("devices and tokens in a browser", () => {
  let house: House;
  let listener: Listener;
  let browser: Browser;
  let url: string;
  beforeAll(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    house = await openHouse(await sqlite.open());
    listener = await listen(house.app, { host: "127.0.0.1", port: 0 });
    url = `http://127.0.0.1:${listener.port}`;
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await listener.close(1);
    await house.close();
  });

  async function windowWith(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ locale: "en-GB", ...options });
    onTestFinished(() => context.close());
    return context.newPage();
  }
  /** Goes there, by way of the login. */
  async function signInTo(page: Page, path: string): Promise<void> {
    await page.goto(url + path);
    await page.locator("#email").fill(FIRST.email);
    await page.locator("#password").fill(FIRST.password);
    await ledOn(page, () => page.keyboard.press("Enter"));
    expect(page.url()).toBe(url + path);
  }
  const start = async () => {
    const json = { client_name: "The drawer", scope: "read write" };
    return expectStatus(await house.ask<DeviceAuthorizationBody>("POST", "/api/v1/cli/auth/device", { json }), 200);
  };
  const poll = (device_code: string) =>
    house.ask<{ access_token: string; error: string }>("POST", "/api/v1/cli/auth/device/poll", {
      json: { device_code },
    });

  it("a device is approved by its complete address, with fewer scopes than it requested", async () => {
    const { device_code, user_code } = await start();
    const page = await windowWith();
    await signInTo(page, `/cli/activation?user_code=${user_code}`);
    expect(await page.getByText("The drawer").count()).toBe(1);
    expect(await violationsOf(page)).toEqual([]);
    expect((await poll(device_code)).body.error).toBe("authorization_pending");
    await page.getByLabel("read what you can read").check();
    await ledOn(page, () => page.getByRole("button", { name: "Approve" }).click());
    expect(await page.getByRole("status").textContent()).toMatch(/^Approved/);
    expect(await violationsOf(page)).toEqual([]);
    const { access_token: token } = expectStatus(await poll(device_code), 200);
    const [made] = (await house.ask<{ scopes: string[] }[]>("GET", "/api/v1/personal_access_tokens", { token })).body;
    expect(made?.scopes).toEqual(["read"]);
  });

  it("a code is typed in, wrong and then right, and refused, without scripts, in French", async () => {
    const { device_code, user_code } = await start();
    const page = await windowWith({ javaScriptEnabled: false, locale: "fr-FR" });
    await signInTo(page, "/cli/activation");
    await page.getByLabel("Code").fill("BBBB");
    await ledOn(page, () => page.getByRole("button", { name: "Continuer" }).click());
    expect(await page.getByRole("alert").textContent()).toMatch(/^Aucun appareil/);
    await page.getByLabel("Code").fill(user_code.toLowerCase());
    await ledOn(page, () => page.getByRole("button", { name: "Continuer" }).click());
    await ledOn(page, () => page.getByRole("button", { name: "Refuser" }).click());
    expect(await page.getByRole("status").textContent()).toMatch(/^Refusé/);
    expect((await poll(device_code)).body.error).toBe("access_denied");
  });

  slow.it("a token is made, shown once and revoked, without scripts", async () => {
    const page = await windowWith({ javaScriptEnabled: false });
    await signInTo(page, "/settings/tokens");
    await page.getByLabel("Name").fill("For the cron");
    await page.getByLabel("change and add").check();
    await ledOn(page, () => page.getByRole("button", { name: "Make the token" }).click());
    const token = (await page.getByRole("status").locator("code").textContent()) ?? "";
    expect((await house.ask<unknown>("GET", "/api/v1/personal_access_tokens", { token })).status).toBe(200);
    await page.goto(`${url}/settings/tokens`);
    expect(await page.content()).not.toContain(token);
    await ledOn(page, () => page.getByRole("button", { name: "Revoke For the cron" }).click());
    expect(await page.getByText("For the cron").count()).toBe(0);
    expect((await house.ask<unknown>("GET", "/api/v1/personal_access_tokens", { token })).status).toBe(401);
  });

  slow.it("a token can be revoked on a phone, where each row is a block of its own", async () => {
    const page = await windowWith({ viewport: { width: 375, height: 640 } });
    await signInTo(page, "/settings/tokens");
    const name = `For the cron ${"of the night ".repeat(6)}`.trim();
    await page.getByLabel("Name").fill(name);
    await ledOn(page, () => page.getByRole("button", { name: "Make the token" }).click());
    const widths = await page.evaluate<readonly (readonly [number, number])[]>(
      `[...document.querySelectorAll("[role=region]")].map(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])`,
    );
    expect(widths.length).toBeGreaterThan(1);
    for (const [scrolls, region] of widths) expect(scrolls).toBeLessThanOrEqual(region);
    expect(await page.getByRole("row", { name: /Chrome on Linux/ }).count()).toBeGreaterThan(0);
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(375);
    const revoke = page.getByRole("button", { name: `Revoke ${name}` });
    const { x = 0, width = 0 } = (await revoke.boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(375);
    await ledOn(page, () => revoke.click());
    expect(await revoke.count()).toBe(0);
  });

  slow.it("the password is required again after ten minutes", async () => {
    const page = await windowWith();
    await signInTo(page, "/settings/tokens");
    house.clock.pass(600_000);
    await page.reload();
    await page.getByLabel("Name").fill("Late");
    await page.getByLabel("Your password").fill("a wrong one");
    await ledOn(page, () => page.getByRole("button", { name: "Make the token" }).click());
    expect(await page.getByRole("alert").textContent()).toBe("This is not your password.");
    expect(await page.getByLabel("Name").inputValue()).toBe("Late");
    await page.getByLabel("Your password").fill(FIRST.password);
    await ledOn(page, () => page.getByRole("button", { name: "Make the token" }).click());
    expect(await page.getByRole("status").locator("code").textContent()).toMatch(/^ctpt_/);
  });

  it.each(["light", "dark"] as const)("the pages break no rule of axe in %s, and fit a phone", async (colorScheme) => {
    const { user_code } = await start();
    const page = await windowWith({ colorScheme, viewport: { width: 320, height: 640 } });
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    await signInTo(page, "/settings/tokens");
    for (const path of ["/settings/tokens", "/cli/activation", `/cli/activation?user_code=${user_code}`]) {
      await page.goto(url + path);
      expect([path, await violationsOf(page)]).toEqual([path, []]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320);
    }
    const colourOf = (value: string) =>
      page.evaluate(`getComputedStyle(document.querySelector("button[value=${value}]")).backgroundColor`);
    expect(await colourOf("approve")).not.toBe(await colourOf("deny"));
    expect(complaints).toEqual([]);
  });
});
