import { type Listener, listen } from "@cartulary/node";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { FIRST, type House, openHouse } from "../../support/application-fixture.ts";
import { hasChromium, launchChromium, ledOn, looks, violationsOf } from "../../support/browser.ts";
import { databases } from "../../support/databases.ts";
import { slow } from "../../support/runs.ts";

const ENGLISH = ["E-mail address", "Password", "Sign in"] as const;

describe.skipIf(!hasChromium())("in a browser", () => {
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

  /** A browser window with nothing in it; what its console complains about fails the test. */
  async function windowWith(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ locale: "en-GB", ...options });
    onTestFinished(() => context.close());
    return context.newPage();
  }
  async function signIn(page: Page, password: string, labels: readonly [string, string, string] = ENGLISH) {
    await page.goto(`${url}/login`);
    const [email, secret, button] = labels;
    await page.getByLabel(email).fill(FIRST.email);
    await page.getByLabel(secret).fill(password);
    await ledOn(page, () => page.getByRole("button", { name: button }).click());
  }
  const cookiesOf = async (page: Page) => (await page.context().cookies()).map(({ name }) => name);

  it("a user signs in, and opens the tokens", async () => {
    const page = await windowWith();
    await signIn(page, FIRST.password);
    expect(new URL(page.url()).pathname).toBe("/settings/tokens");
    expect(await cookiesOf(page)).toContain("cartulary_session");
    const session = (await page.context().cookies()).find(({ name }) => name === "cartulary_session");
    expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", expires: -1 });
  });

  it("a wrong password is reported, and the other fields keep their text", async () => {
    const page = await windowWith();
    await signIn(page, "a wrong one");
    expect(await page.getByRole("alert").textContent()).toMatch(/do not open an account/);
    expect(await page.getByLabel("E-mail address").inputValue()).toBe(FIRST.email);
    expect(await page.getByLabel("Password").inputValue()).toBe("");
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel("Password").fill(FIRST.password);
    await ledOn(page, () => page.keyboard.press("Enter"));
    expect(new URL(page.url()).pathname).toBe("/settings/tokens");
  });

  slow.it("everything works without scripts, in French", async () => {
    const page = await windowWith({ javaScriptEnabled: false, locale: "fr-FR" });
    await signIn(page, FIRST.password, ["Adresse e-mail", "Mot de passe", "Se connecter"]);
    expect(await cookiesOf(page)).toContain("cartulary_session");
  });

  it.each(looks.schemes)("the page breaks no rule of axe in %s, and fits a phone", async (colorScheme) => {
    const page = await windowWith({ colorScheme, viewport: { width: 320, height: 640 } });
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    await page.goto(`${url}/login`);
    expect(complaints).toEqual([]);
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320);
    const tabbed: (string | null)[] = [];
    for (let times = 0; times < 6; times += 1) {
      await page.keyboard.press("Tab");
      tabbed.push(await page.evaluate("document.activeElement.id || document.activeElement.tagName"));
    }
    expect(tabbed).toEqual(["A", "A", "A", "email", "password", "BUTTON"]);
  });

  slow.it("a form of another site signs no user in", async () => {
    const page = await windowWith();
    await page.setContent(`<form method="post" action="${url}/login">
      <input name="email" value="${FIRST.email}"><input name="password" value="${FIRST.password}"><button>Go</button>
    </form>`);
    await ledOn(page, () => page.getByRole("button").click());
    expect(new URL(page.url()).pathname).toBe("/login");
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Access denied");
    expect(await violationsOf(page)).toEqual([]);
    expect(await cookiesOf(page)).not.toContain("cartulary_session");
  });
});
