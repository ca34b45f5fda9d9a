import { type Listener, listen } from "@cartulary/node";
import { RENTAL_BASE } from "@cartulary/wire";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIRST, type House, openHouse } from "../../support/application-fixture.ts";
import { actingOn } from "../../support/books.ts";
import { hasChromium, launchChromium, ledOn, looks, violationsOf } from "../../support/browser.ts";
import { databases } from "../../support/databases.ts";
import { expectStatus } from "../../support/refusals.ts";

const PAGES = ["/agency", "/agency/properties", "/agency/properties/create", "/agency/accounts", "/admin/users"];

describe.skipIf(!hasChromium())("pages of the agency in a browser", () => {
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
    const mandataire = { name: "Régie", siren: "552100554" };
    const made = await house.admin.ask<{ id: string }>("POST", `${RENTAL_BASE}/mandataires`, { json: { mandataire } });
    const property = { name: "Le Parc", address: "1 rue Neuve" };
    const { id } = expectStatus(made, 201);
    expectStatus(await house.admin.ask("POST", `${RENTAL_BASE}/properties`, actingOn(id, { json: property })), 201);
  });
  afterAll(async () => {
    await browser?.close();
    await listener.close(1);
    await house.close();
  });

  it("have nothing that axe finds wrong, at both widths", { timeout: 120_000 }, async () => {
    const found = [];
    for (const locale of looks.locales) {
      for (const colorScheme of looks.schemes) {
        const context = await browser.newContext({ locale, colorScheme });
        const page = await context.newPage();
        await page.goto(`${url}/login`);
        await page.locator("[name=email]").fill(FIRST.email);
        await page.locator("[name=password]").fill(FIRST.password);
        await ledOn(page, () => page.locator("[name=password]").press("Enter"));
        for (const path of PAGES) {
          await page.goto(url + path);
          for (const width of [375, 1280]) {
            await page.setViewportSize({ width, height: 800 });
            found.push(...(await violationsOf(page)).map((violation) => `${path} ${width} ${locale}: ${violation}`));
          }
        }
        await context.close();
      }
    }
    expect(found).toEqual([]);
  });
});
