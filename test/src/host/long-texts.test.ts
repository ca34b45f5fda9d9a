import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { temporaryFolder, until } from "../../support/cartulary-process.ts";
import { hostHere } from "../../support/command-here.ts";
import { allFound, importUnderLoad } from "../../support/long-imports.ts";

const PAGES = [60];

const sample = (name: string) => readFileSync(new URL(`../../../adapters/pdf/test/samples/${name}`, import.meta.url));

it("a long PDF is found by its last page, though others are merged and compiled meanwhile", async () => {
  await using folder = await temporaryFolder();
  await using host = await hostHere({ CARTULARY_DATA: folder.path, CARTULARY_OCR: "off" });
  const client = await host.signIn();
  const files = ["form-filled.pdf", "hidden-layer.pdf", "hyphen-eol.pdf", "owner-password.pdf"];
  const made = await Promise.all(files.map((name) => client.createDocument({ file: { name, bytes: sample(name) } })));
  expect(await importUnderLoad(client, PAGES, 2)).toEqual(allFound(PAGES));
  for (const { id, name } of made) {
    await until(`${name} is read`, async () => (await client.getDocument({ params: { id } })).textStatus === "read");
  }
  const found = async (query: string) =>
    (await client.searchDocuments({ query: { query } })).items.map(({ name }) => name);
  expect(await Promise.all(["Dupontelqx", "Landivisiauqx", "confidentiel", "ownerpwqx"].map(found))).toEqual([
    ["form-filled.pdf"],
    ["form-filled.pdf"],
    [],
    ["owner-password.pdf"],
  ]);
});
