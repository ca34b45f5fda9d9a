import { mkdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { launchChromium, ledOn } from "./support/browser.ts";
import { startCartulary, until } from "./support/cartulary-process.ts";

/** The pictures of the README and of the guide, from the demonstration: `npm run screenshots`. */
const FOLDER = resolve(import.meta.dirname, "../docs/pictures/console");

interface Picture {
  readonly name: string;
  /** Leads to the page from the one before. */
  readonly go: (page: Page) => Promise<unknown>;
  /** A heading to which the page is scrolled. */
  readonly heading?: string;
  readonly width?: number;
  readonly locale?: "fr" | "en";
}

const WIDTH = 1024;
const HEIGHT = 720;

const follow = (page: Page, link: string) =>
  ledOn(page, () => page.getByRole("main").getByRole("link", { name: link }).first().click());
const press = (page: Page, button: string) =>
  ledOn(page, () => page.getByRole("main").getByRole("button", { name: button }).first().click());

/** Follows the link of a step of the tour. */
async function step(page: Page, number: number): Promise<void> {
  await page.goto(new URL("/tour", page.url()).href);
  await ledOn(page, () => page.locator(`li[data-step="${number}"] a`).click());
}

const open = (path: string) => (page: Page) => page.goto(new URL(path, page.url()).href);

const PICTURES: readonly Picture[] = [
  {
    name: "workspace",
    go: async (page) => {
      await open("/")(page);
      await follow(page, "Résidence Les Tilleuls");
    },
  },
  { name: "search", go: open("/search?query=local+commercial") },
  {
    name: "document",
    go: async (page) => {
      await open("/search?query=fa%C3%A7ade")(page);
      await follow(page, "Façade");
      await page.locator("img.preview").evaluate((image) => (image as HTMLImageElement).decode());
    },
  },
  {
    name: "public",
    go: async (page) => {
      await step(page, 3);
      await follow(page, "Publish");
      await press(page, "Publish");
    },
  },
  { name: "stranger", go: (page) => step(page, 4), width: 375 },
  {
    name: "lease",
    go: async (page) => {
      await step(page, 6);
      await press(page, "Compile");
    },
  },
  { name: "dashboard", go: open("/agency"), heading: "Dues and receipts of twelve months" },
  { name: "run", go: (page) => step(page, 8), heading: "Lines" },
  { name: "accounts", go: open("/agency/accounts"), heading: "Balance", locale: "fr" },
  { name: "tour", go: open("/tour"), width: 375, locale: "fr" },
];

const environment = { PORT: "0" };
await using demo = startCartulary(["demo"], environment);
await until("it prints its link", () => /\/demo\/enter\?token=\S+\s/.test(demo.output.stdout));
const [link = ""] = /http:\S+\/demo\/enter\?token=\S+/.exec(demo.output.stdout) ?? [];
const browser = await launchChromium();
const context = await browser.newContext({ locale: "en-GB", colorScheme: "light", reducedMotion: "reduce" });
const page = await context.newPage();
await page.setViewportSize({ width: WIDTH, height: HEIGHT });
await page.goto(link);
await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
for (const { name, go, heading, width = WIDTH, locale = "en" } of PICTURES) {
  await page.setViewportSize({ width, height: HEIGHT });
  await page.goto(new URL(`/locale/${locale}?return_to=/`, page.url()).href);
  await go(page);
  if (heading)
    await page
      .getByRole("heading", { name: heading, level: 2 })
      .first()
      .evaluate((h2) => h2.scrollIntoView());
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  process.stdout.write(`${name}.png\n`);
}
await browser.close();
demo.kill("SIGTERM");
await demo.ended;
