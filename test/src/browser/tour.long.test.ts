import { fillAgency, fillArchive } from "@cartulary/cli";
import { createClient } from "@cartulary/client";
import { createDemonstration } from "@cartulary/console";
import { type Listener, listen } from "@cartulary/node";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIRST, type House, openHouse } from "../../support/application-fixture.ts";
import { hasChromium, launchChromium, ledOn } from "../../support/browser.ts";
import { databases } from "../../support/databases.ts";
import { TOUR_WORDS, walkerAt } from "../../support/tour.ts";

const TELEPHONE = { width: 375, height: 800 };

describe.skipIf(!hasChromium()).each(["en-GB", "fr-FR"] as const)("the tour on a telephone, in %s", (locale) => {
  let house: House;
  let listener: Listener;
  let browser: Browser;
  let link: string;
  let origin: string;
  beforeAll(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    const person = { emailAddress: FIRST.email, password: FIRST.password };
    const demonstration = createDemonstration({ person, now: Date.now });
    house = await openHouse(await sqlite.open(), { demonstration });
    const fetch = async (url: string | URL | Request, request?: RequestInit) =>
      house.app.fetch(new Request(url, request));
    const client = createClient({ baseUrl: "http://house.test", token: await house.admin.token(), fetch });
    await fillArchive(client, () => {});
    await fillAgency(client, { year: 2026, pause: house.work }, () => {});
    await house.work();
    listener = await listen(house.app, { host: "127.0.0.1", port: 0 });
    origin = `http://127.0.0.1:${listener.port}`;
    link = origin + demonstration.newLink();
    browser = await launchChromium();
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await listener.close(1);
    await house.close();
  });

  it("is taken by the keyboard alone, ten steps of ten", { timeout: 300_000 }, async () => {
    const words = TOUR_WORDS[locale];
    const context = await browser.newContext({ locale, viewport: TELEPHONE, acceptDownloads: true });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await page.goto(link);
    const walker = walkerAt(page, origin);

    await walker.open(1);
    await walker.write("local commercial");
    await ledOn(page, () => page.keyboard.press("Enter"));
    expect(await page.locator("main mark").count()).toBeGreaterThan(0);

    await walker.open(2);
    const file = { name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("a note") };
    await page.locator("main input[type=file]").setInputFiles(file);
    await walker.press(words.upload);
    await page.getByRole("link", { name: "note.txt" }).waitFor();

    await walker.open(3);
    await walker.press(words.publish);
    await walker.press(words.publish);
    await walker.open(4);
    expect(new URL(page.url()).pathname).toMatch(/^\/p\//);
    await walker.open(5);
    await walker.press(words.exclude);
    await walker.press(words.exclude);
    expect(await walker.done()).toEqual([1, 2, 3, 4, 5]);

    await walker.open(6);
    await walker.press(words.compile);
    await walker.open(7);
    await walker.press(words.openPdf);
    await page.locator("iframe").waitFor();
    await expect.poll(() => walker.done()).toContain(7);

    await walker.open(8);
    await walker.press(words.acknowledge);
    await walker.press(words.acknowledge);
    await walker.press(words.validate);
    await walker.press(words.validate);
    await walker.open(9);
    await walker.press(words.apply);
    await walker.press(words.apply);
    await walker.open(10);
    await walker.reach(words.download);
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    expect(download.suggestedFilename()).toBe("812345676FEC20261231.txt");
    expect(await walker.done()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
