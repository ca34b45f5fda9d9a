import { existsSync } from "node:fs";
import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";

const PLACES = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const executablePath = PLACES.find((path) => path !== undefined && path !== "" && existsSync(path));

/** True when this machine has a Chromium; without one, each file prints a note. */
export function hasChromium(): boolean {
  if (executablePath === undefined) {
    process.stderr.write("!!! No Chromium (CHROMIUM_PATH): what needs a browser is not tested\n");
  }
  return executablePath !== undefined;
}

/** Starts the Chromium of this machine. Its own sandbox works in few containers, and it only visits us. */
export function launchChromium(): Promise<Browser> {
  if (executablePath === undefined) throw new Error("There is no Chromium");
  return chromium.launch({ executablePath, chromiumSandbox: false });
}

/**
 * The variants in which pages are tested that share their style with those of devices and tokens, which are always
 * tested in both: the dark scheme and the second language in a long run only.
 */
export const looks = process.env.CARTULARY_TEST_LONG
  ? ({ schemes: ["light", "dark"], locales: ["en-GB", "fr-FR"] } as const)
  : ({ schemes: ["light"], locales: ["en-GB"] } as const);

/** Does what leads to another page, and resolves when that has loaded. */
export async function ledOn(page: Page, act: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.waitForEvent("framenavigated"), act()]);
  await page.waitForLoadState();
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** The accessibility violations that axe finds on a page; none are expected. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  // A frame that shows a PDF has no axe, which would wait a minute for its answer.
  const run = "axe.run(document, { iframes: false, resultTypes: ['violations'] })";
  const violations: readonly Violation[] = await page.evaluate(`${run}.then(({ violations }) => violations)`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(", ")}`);
}
