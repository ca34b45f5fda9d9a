import { type Listener, listen } from "@cartulary/node";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launchChromium, ledOn } from "../../support/browser.ts";
import { costOfFirstPaint, FIRST_PAINT_MAX } from "../../support/first-paint.ts";
import { PASSWORD } from "../../support/session.ts";
import { type CallersHouse, openCallersHouse } from "../http/console-callers.ts";

describe.skipIf(!hasChromium())("every page of the console in a browser", () => {
  let opened: CallersHouse;
  let listener: Listener;
  let browser: Browser;
  let origin: string;
  beforeAll(async () => {
    opened = await openCallersHouse();
    listener = await listen(opened.house.app, { host: "127.0.0.1", port: 0 });
    origin = `http://127.0.0.1:${listener.port}`;
    browser = await launchChromium();
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await listener.close(1);
    await opened.close();
  });

  it("needs few requests to its first paint, and little script and style", { timeout: 600_000 }, async () => {
    const context = await browser.newContext({ locale: "fr-FR" });
    const page = await context.newPage();
    await page.goto(`${origin}/login`);
    await page.locator("[name=email]").fill(opened.administrator.email);
    await page.locator("[name=password]").fill(PASSWORD);
    await ledOn(page, () => page.locator("[name=password]").press("Enter"));
    const storageState = await context.storageState();
    // Forms share one layout: every fourth stands for the others.
    const shown = opened.pages
      .filter(({ page: { isAction } }, index) => !isAction || index % 4 === 0)
      .filter(({ path }) => !/\/(?:content|text|download|document|receipt|reorder)$|attachments\//.test(path));
    expect(shown.length).toBeGreaterThan(70);
    const costs: {
      readonly path: string;
      readonly requests: number;
      readonly script: number;
      readonly style: number;
    }[] = [];
    for (const {
      page: { path },
      path: own,
    } of shown) {
      costs.push({ path, ...(await costOfFirstPaint(browser, origin + opened.inMandataire(own), { storageState })) });
    }
    const most = (name: "requests" | "script" | "style") => Math.max(...costs.map((cost) => cost[name]));
    process.stdout.write(
      `At most ${most("requests")} requests, ${most("script")} B of script, ${most("style")} B of style\n`,
    );
    expect(
      costs.filter(
        ({ requests, script, style }) =>
          requests > FIRST_PAINT_MAX.requests || script > FIRST_PAINT_MAX.script || style > FIRST_PAINT_MAX.style,
      ),
    ).toEqual([]);
    expect(Math.min(...costs.map(({ style }) => style))).toBeGreaterThan(0);
  });
});
