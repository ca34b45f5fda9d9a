import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Listener, listen } from "@cartulary/node";
import { CHUNK_BYTES_DEFAULT } from "@cartulary/uploads";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { FIRST, type House, openHouse } from "../../support/application-fixture.ts";
import { hasChromium, launchChromium, ledOn, looks, violationsOf } from "../../support/browser.ts";
import { bytesOfLength } from "../../support/chunked.ts";
import { databases } from "../../support/databases.ts";
import { costOfFirstPaint, FIRST_PAINT_MAX } from "../../support/first-paint.ts";
import { makersFor } from "../../support/record-factories.ts";
import { slow } from "../../support/runs.ts";

/** Drops a file on the page, as the mouse does. */
const DROP = `{
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(["dropped"], "dropped.txt", { type: "text/plain" }));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}`;

const WORDS = {
  "en-GB": { signIn: "Sign in", newFolder: "New folder", upload: "Upload" },
  "fr-FR": { signIn: "Se connecter", newFolder: "Nouveau dossier", upload: "Déposer" },
} as const;

describe.skipIf(!hasChromium())("the console in a browser", () => {
  let house: House;
  let listener: Listener;
  let browser: Browser;
  let places: readonly string[];
  let folder: string;

  beforeAll(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    house = await openHouse(await sqlite.open());
    const makers = makersFor(house);
    const workspace = await makers.workspace({ label: "Archive" });
    const top = await makers.folder({ name: "Baux", workspace_id: workspace.id });
    const document = await makers.upload(
      { name: "Bail", documents_folder_id: top.id },
      { bytes: "clause", name: "b.txt" },
    );
    folder = `/folders/${top.id}`;
    const below = ["", "/create", "/upload", "/move", "/delete", "/permissions", "/permissions/create", "/public"];
    places = [
      "/",
      "/search?query=clause",
      `/workspaces/${workspace.id}`,
      ...below.map((verb) => folder + verb),
      `/documents/${document.id}`,
      "/trash",
      "/templates",
      "/compositions",
      "/uploads",
      "/settings/profile",
      "/settings/tokens",
      "/nowhere",
    ];
    await house.work();
    listener = await listen(house.app, { host: "127.0.0.1", port: 0 });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await listener.close(1);
    await house.close();
  });

  const at = (path: string) => `http://127.0.0.1:${listener.port}${path}`;

  interface Look {
    readonly locale?: "en-GB" | "fr-FR";
    readonly colorScheme?: "light" | "dark";
    readonly width?: number;
    readonly javaScriptEnabled?: boolean;
  }

  async function signedIn({
    locale = "en-GB",
    colorScheme = "light",
    width = 1280,
    javaScriptEnabled = true,
  }: Look): Promise<Page> {
    const context = await browser.newContext({
      locale,
      colorScheme,
      javaScriptEnabled,
      viewport: { width, height: 800 },
    });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(at("/login"));
    await page.locator("#email").fill(FIRST.email);
    await page.locator("#password").fill(FIRST.password);
    await ledOn(page, () => page.getByRole("button", { name: WORDS[locale].signIn }).click());
    return page;
  }

  /** A short run looks at what differs most, on a telephone. */
  const [seen, widths] = process.env.CARTULARY_TEST_LONG ? [() => places, [375, 1280]] : [() => [folder], [375]];

  it.each(looks.locales)("has nothing that axe finds, in %s", { timeout: 600_000 }, async (locale) => {
    for (const colorScheme of looks.schemes) {
      for (const width of widths) {
        const page = await signedIn({ locale, colorScheme, width });
        for (const place of seen()) {
          await page.goto(at(place));
          expect([place, width, await violationsOf(page)]).toEqual([place, width, []]);
        }
      }
    }
  });

  it("makes a folder without scripts, and takes a file with them", async () => {
    const plain = await signedIn({ javaScriptEnabled: false });
    await plain.goto(at(folder));
    await ledOn(plain, () => plain.getByRole("link", { name: WORDS["en-GB"].newFolder }).click());
    await plain.getByLabel("Name").fill("Made by hand");
    await ledOn(plain, () => plain.getByRole("button", { name: WORDS["en-GB"].newFolder }).click());
    expect(await plain.getByRole("heading", { level: 1 }).textContent()).toBe("Made by hand");

    const page = await signedIn({});
    await page.goto(at(`${folder}/upload`));
    const file = { name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("a plan") };
    await page.getByLabel("Files").setInputFiles(file);
    await ledOn(page, () => page.getByRole("button", { name: WORDS["en-GB"].upload }).click());
    await page.getByRole("link", { name: "plan.txt" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(folder);
    await ledOn(page, () => page.evaluate(DROP));
    await page.getByRole("link", { name: "dropped.txt" }).waitFor();
    const { requests, script, style } = await costOfFirstPaint(browser, at(folder), {
      storageState: await page.context().storageState(),
    });
    expect(requests).toBeLessThanOrEqual(FIRST_PAINT_MAX.requests);
    expect(script).toBeLessThanOrEqual(FIRST_PAINT_MAX.script);
    expect(style).toBeLessThanOrEqual(FIRST_PAINT_MAX.style);
  });

  slow.it("sends a large file in chunks, resumes it with those that are missing, and cancels", async () => {
    const bytes = bytesOfLength(2 * CHUNK_BYTES_DEFAULT + 1_000);
    const name = "large.bin";
    const path = join(await mkdtemp(join(tmpdir(), "cartulary-")), name);
    onTestFinished(() => rm(dirname(path), { recursive: true }));
    await writeFile(path, bytes);
    const page = await signedIn({});
    await page.route("**/chunks/2", () => {});
    await page.goto(at(`${folder}/upload`));
    await page.getByLabel("Files").setInputFiles(path);
    await page.getByRole("button", { name: WORDS["en-GB"].upload, exact: true }).click();
    await page.getByRole("progressbar", { name }).and(page.locator("[value='5242880']")).waitFor();
    await page.getByRole("status").filter({ hasText: "40 %" }).waitFor();
    expect(await violationsOf(page)).toEqual([]);

    const other = await page.context().newPage();
    await page.close();
    await other.goto(at("/uploads"));
    expect(await other.getByRole("main").textContent()).toMatch(/5\.2.MB of 10\.5.MB/);
    await ledOn(other, () => other.getByRole("link", { name: `Resume: ${name}` }).click());
    const wrong = { name, mimeType: "text/plain", buffer: Buffer.from("other") };
    await other.getByLabel("File").setInputFiles(wrong);
    await other.getByRole("button", { name: "Resume" }).click();
    await other.getByRole("alert").filter({ hasText: "another name or size" }).waitFor();
    expect(await violationsOf(other)).toEqual([]);
    const sent: string[] = [];
    other.on(
      "request",
      (request) => /\/chunks\//.test(request.url()) && sent.push(request.url().split("/").at(-1) ?? ""),
    );
    await other.getByLabel("File").setInputFiles(path);
    await ledOn(other, () => other.getByRole("button", { name: "Resume", exact: true }).click());
    // Closing the page can let its stopped request go, so that the host has the second chunk already.
    expect(sent.filter((number) => number !== "2")).toEqual(["3"]);
    expect(await other.getByRole("heading", { level: 1 }).textContent()).toBe(name);
    const content = await other.request.get(`${other.url()}/content`);
    expect(bytes.equals(await content.body())).toBe(true);

    await other.route("**/chunks/2", (route) => route.abort());
    await other.goto(at(`${folder}/upload`));
    await other.getByLabel("Files").setInputFiles(path);
    await other.getByRole("button", { name: WORDS["en-GB"].upload, exact: true }).click();
    await other.getByRole("button", { name: `Try again: ${name}` }).waitFor();
    await other.getByRole("status").filter({ hasText: "The upload was interrupted." }).waitFor();
    const cancelled = other.waitForResponse(/\/cancel$/);
    await other.getByRole("button", { name: `Cancel: ${name}` }).click();
    await cancelled;
    await other.goto(at("/uploads"));
    expect(await other.getByRole("main").textContent()).toContain("You have no unfinished upload of a large file.");
  });

  it("lets the keyboard reach search, and runs into no policy of its own", async () => {
    const page = await signedIn({});
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await page.goto(at(folder));
    await page.keyboard.press("/");
    expect(await page.evaluate("document.activeElement.id")).toBe("site-search");
    await page.keyboard.type("clause");
    await ledOn(page, () => page.keyboard.press("Enter"));
    expect(new URL(page.url()).search).toBe("?query=clause");
    await page.getByRole("main").getByRole("link", { name: "Bail" }).first().click();
    await page.frameLocator("iframe").getByText("clause").waitFor();
    expect(complaints).toEqual([]);
  });
});
