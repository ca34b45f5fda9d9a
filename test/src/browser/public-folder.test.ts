import { type Listener, listen } from "@cartulary/node";
import type { Browser, BrowserContextOptions, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { hasChromium, launchChromium, ledOn, looks, violationsOf } from "../../support/browser.ts";
import { databases } from "../../support/databases.ts";
import { makersFor } from "../../support/record-factories.ts";
import type { FolderBody } from "../../support/records.ts";
import { slow } from "../../support/runs.ts";

/** Longer than a phone is wide, without a place to break. */
const LONG = `${"Résidence".repeat(12)}.txt`;

describe.skipIf(!hasChromium())("a public folder in a browser", () => {
  let house: House;
  let listener: Listener;
  let browser: Browser;
  let url: string;
  let top: FolderBody;
  beforeAll(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    house = await openHouse(await sqlite.open());
    const makers = makersFor(house);
    top = await makers.folder({ name: "The estate", description: "Plans and deeds.\nAsk the office." });
    const plans = await makers.folder({ name: "Plans", documents_folder_id: top.id });
    await makers.upload({ name: LONG, documents_folder_id: plans.id }, { bytes: "a long plan", name: "plan.txt" });
    const page = {
      bytes: "<!doctype html><script>document.title = 'ran'</script>",
      name: "deed.html",
      type: "text/html",
    };
    await makers.upload({ name: "deed.html", documents_folder_id: top.id }, page);
    await makers.publish(top.id);
    listener = await listen(house.app, { host: "127.0.0.1", port: 0 });
    url = `http://127.0.0.1:${listener.port}/p/${top.id}`;
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

  it("is walked through by its links, down and up again, and its files are read", async () => {
    const page = await windowWith();
    await page.goto(url);
    await ledOn(page, () => page.getByRole("link", { name: "Plans" }).click());
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Plans");
    await ledOn(page, () => page.getByRole("link", { name: LONG }).click());
    expect(await page.locator("body").textContent()).toBe("a long plan");
    await page.goBack();
    await ledOn(page, () => page.getByRole("link", { name: "Up to The estate" }).click());
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("The estate");
    expect(await page.context().cookies()).toEqual([]);
  });

  slow.it("downloads files that could run in a browser", async () => {
    const page = await windowWith();
    await page.goto(url);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "deed.html" }).click();
    expect((await downloading).suggestedFilename()).toBe("deed.html");
    expect(await page.title()).not.toBe("ran");
  });

  slow.it("works without scripts, in French", async () => {
    const page = await windowWith({ javaScriptEnabled: false, locale: "fr-FR" });
    await page.goto(url);
    await ledOn(page, () => page.getByRole("link", { name: "Plans" }).click());
    expect(await page.getByRole("link", { name: "Remonter à The estate" }).count()).toBe(1);
    expect(await page.getByText(/^Texte, 11\soctets, modifié le/).count()).toBe(1);
  });

  it.each(looks.schemes)("breaks no rule of axe in %s, and fits a phone", async (colorScheme) => {
    const page = await windowWith({ colorScheme, viewport: { width: 320, height: 640 } });
    await page.route("**/p/*", withoutSandbox);
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    const looked = async () => {
      expect(await violationsOf(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320);
    };
    await page.goto(url);
    await looked();
    await ledOn(page, () => page.getByRole("link", { name: "Plans" }).click());
    await looked();
    expect(complaints).toEqual([]);
    await page.goto(url.replace(/[^/]*$/, "nothing"));
    await looked();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Page not found");
  });
});

/** Hands a page on as it is, but for the sandbox: axe is a script, and in there none runs. */
async function withoutSandbox(route: Route): Promise<void> {
  const response = await route.fetch();
  const headers = response.headers();
  const policy = headers["content-security-policy"]?.replace(/^sandbox [^;]*; /, "") ?? "";
  await route.fulfill({ response, headers: { ...headers, "content-security-policy": policy } });
}
