import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Application } from "@cartulary/auth";
import { type Listener, listen } from "@cartulary/node";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { FIRST, type House, openHouse } from "../../support/application-fixture.ts";
import { hasChromium, launchChromium, ledOn, looks } from "../../support/browser.ts";
import { databases } from "../../support/databases.ts";
import { slow } from "../../support/runs.ts";

const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

const WORDS = {
  "en-GB": { submit: "Sign in", title: "Allow The office?", allow: "Allow" },
  "fr-FR": { submit: "Se connecter", title: "Autoriser The office ?", allow: "Autoriser" },
} as const;

describe.skipIf(!hasChromium())("consent in a browser", () => {
  let house: House;
  let listener: Listener;
  let browser: Browser;
  /** The application's own server, on another origin: the policy must let a form redirect the browser to it. */
  let application: Server;
  let callback: string;

  beforeAll(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    const database = await sqlite.open();
    house = await openHouse(database);
    await database.transact.write(({ applications }) =>
      applications.insert({
        id: "01900000-0000-7000-9000-000000000000" as Application["id"],
        clientId: "office",
        secretHash: null,
        name: "The office",
        redirectUris: ["http://127.0.0.1/callback"],
        scopes: ["read", "write"],
        defaultScopes: ["read"],
        confidential: false,
        trusted: false,
        createdAt: house.clock.now(),
      }),
    );
    listener = await listen(house.app, { host: "127.0.0.1", port: 0 });
    application = createServer((_, answer) => answer.end("back at the application")).listen(0, "127.0.0.1");
    await once(application, "listening");
    callback = `http://127.0.0.1:${(application.address() as AddressInfo).port}/callback`;
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    application?.close();
    await listener.close(1);
    await house.close();
  });

  /** A window that an application opened on our page, with a signed-in user. */
  async function sentBy(clientId: string, locale: string, submit: string): Promise<Page> {
    const context = await browser.newContext({ locale });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const query = new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: callback,
      scope: "read write",
      code_challenge: CHALLENGE,
      code_challenge_method: "S256",
    });
    await page.goto(`http://127.0.0.1:${listener.port}/oauth/authorize?${query}`);
    await page.locator("#email").fill(FIRST.email);
    await page.locator("#password").fill(FIRST.password);
    await ledOn(page, () => page.getByRole("button", { name: submit }).click());
    return page;
  }

  const backWith = async (page: Page, what: "code" | "error"): Promise<string | null> => {
    expect(page.url().startsWith(callback)).toBe(true);
    expect(await page.textContent("body")).toBe("back at the application");
    return new URL(page.url()).searchParams.get(what);
  };

  it.each(looks.locales)("a user who reads %s consents, and returns with a code", async (locale) => {
    const { submit, title, allow } = WORDS[locale];
    const page = await sentBy("office", locale, submit);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(title);
    await page.evaluate(axe.source);
    expect(await page.evaluate("axe.run().then(({ violations }) => violations.map(({ id }) => id))")).toEqual([]);
    await ledOn(page, () => page.getByRole("button", { name: allow, exact: true }).click());
    expect(await backWith(page, "code")).toMatch(/^ctac_/);
  });

  slow.it("a user refuses, and returns without a code", async () => {
    const page = await sentBy("office", "en-GB", "Sign in");
    await ledOn(page, () => page.getByRole("button", { name: "Refuse" }).click());
    expect(await backWith(page, "error")).toBe("access_denied");
  });

  slow.it("a trusted application gets the user back right after signing in", async () => {
    expect(await backWith(await sentBy(FIRST.clientId, "en-GB", "Sign in"), "code")).toMatch(/^ctac_/);
  });
});
