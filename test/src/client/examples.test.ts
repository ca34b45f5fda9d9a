import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@cartulary/client";
import { type Listener, listen } from "@cartulary/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../../release/packages.ts";
import { FIRST, type House, openHouse } from "../../support/application-fixture.ts";
import { hasChromium, launchChromium } from "../../support/browser.ts";
import { bundledClient } from "../../support/bundled-client.ts";
import { startProcess, temporaryFolder } from "../../support/cartulary-process.ts";
import { databases } from "../../support/databases.ts";
import { NODE, otherRuntimes } from "../../support/runtimes.ts";

const PAGE = "/example/";
const LONG_BYTES = 9_437_184;

describe("the client", () => {
  let house: House;
  let listener: Listener;
  let url: string;
  let token: string;

  beforeAll(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    house = await openHouse(await sqlite.open());
    const page = await readFile(join(ROOT, "examples/client-in-browser/index.html"), "utf8");
    const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
      [PAGE]: ["text/html", page],
      [`${PAGE}client.js`]: ["text/javascript", await bundledClient('export * from "@cartulary/client";')],
    };
    const app = {
      fetch(request: Request, bindings?: object) {
        const [type, text] = files[new URL(request.url).pathname] ?? [];
        return text === undefined
          ? house.app.fetch(request, bindings)
          : new Response(text, { headers: { "content-type": type ?? "" } });
      },
    };
    listener = await listen(app, { host: "127.0.0.1", port: 0 });
    url = `http://127.0.0.1:${listener.port}`;
    const application = { client_id: FIRST.clientId, client_secret: FIRST.clientSecret };
    const grant = { grant_type: "password" as const, username: FIRST.email, password: FIRST.password, ...application };
    token = (await createClient({ baseUrl: url }).createToken(grant)).access_token;
    for (const name of ["Baux", "Courriers"]) await createClient({ baseUrl: url, token }).createFolder({ name });
  });

  afterAll(async () => {
    await listener.close(1);
    await house.close();
  });

  it.each([NODE, ...otherRuntimes])("lists, uploads and downloads on $name", async ({ name, program, options }) => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, "bail.txt");
    const text = "a lease\n".repeat(LONG_BYTES / 8);
    await writeFile(path, text);
    const environment = { CARTULARY_URL: url, CARTULARY_TOKEN: token };
    const example = join(ROOT, "examples", `client-in-${name}`, "main.ts");
    await using running = startProcess(program, [...options, example, path], environment, folder.path);
    expect({ ...(await running.ended), ...running.output }).toEqual({
      ...{ code: 0, signal: null, stderr: "" },
      stdout: [
        ...["Baux", "Courriers"],
        ...[0, 5_242_880, LONG_BYTES].map((loaded) => `${loaded} of ${LONG_BYTES} bytes`),
        ...["downloaded bail.txt", ""],
      ].join("\n"),
    });
    expect((await readFile(`${path}.copy`, "utf8")) === text).toBe(true);
  });

  it.runIf(hasChromium())("lists, uploads and downloads in a browser", async () => {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await page.addInitScript((value) => sessionStorage.setItem("token", value), token);
      await page.goto(`${url}${PAGE}`);
      await page.getByText("Courriers").waitFor();
      expect(await page.locator("li").allTextContents()).toEqual(["Baux", "Courriers"]);
      await using folder = await temporaryFolder();
      const path = join(folder.path, "bail.txt");
      const bytes = Buffer.alloc(LONG_BYTES, "a lease\n");
      await writeFile(path, bytes);
      await page.locator("#file").setInputFiles(path);
      const link = page.getByText("The document");
      await link.waitFor();
      const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
      expect((await readFile(await download.path())).equals(bytes)).toBe(true);
      expect(await page.locator("#progress").getAttribute("value")).toBe(String(LONG_BYTES));
    } finally {
      await browser.close();
    }
  });
});
