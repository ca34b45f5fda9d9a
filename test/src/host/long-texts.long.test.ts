import { expect, it } from "vitest";
import { temporaryFolder } from "../../support/cartulary-process.ts";
import { hostHere } from "../../support/command-here.ts";
import { allFound, importUnderLoad } from "../../support/long-imports.ts";

/** Thirty files of 60 to 350 pages. */
const PAGES = Array.from({ length: 30 }, (_, at) => 60 + at * 10);

it("thirty long PDFs are all found by their last pages, though others are merged and compiled meanwhile", async () => {
  await using folder = await temporaryFolder();
  await using host = await hostHere({ CARTULARY_DATA: folder.path, CARTULARY_OCR: "off" });
  expect(await importUnderLoad(await host.signIn(), PAGES, 150)).toEqual(allFound(PAGES));
});
