import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { newId, systemClock } from "@cartulary/crypto";
import { jobQueues } from "@cartulary/server";
import { sqlModules } from "@cartulary/sql/modules";
import { jobsModule } from "@cartulary/sqlite/jobs";
import { openTestSqlite } from "@cartulary/sqlite/testkit";
import { openHouse } from "./support/application-fixture.ts";
import { pagePictures } from "./support/page-picture.ts";
import { pngOf } from "./support/png.ts";
import { sampleLetters } from "./support/sample-letters.ts";

/**
 * The pictures of the guide's letters, from the demonstration: `npm run letters`. With the name of a folder, the PDFs
 * themselves are written there, too.
 */
const FOLDER = resolve(import.meta.dirname, "../docs/pictures/letters");
const DOTS_PER_INCH = 100;

const [pdfFolder] = process.argv.slice(2);
const jobs = jobsModule({ clock: systemClock, newId, queues: jobQueues });
const house = await openHouse(await openTestSqlite([...sqlModules, jobs] as const));
const letters = await sampleLetters(house);
await house.close();
if (pdfFolder) for (const { name, pdf } of letters) await writeFile(join(pdfFolder, `${name}.pdf`), pdf);
await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
for (const { name, pdf, missing, warning } of letters) {
  const pictures = await pagePictures(pdf, DOTS_PER_INCH);
  for (const [index, picture] of pictures.entries()) {
    const file = pictures.length === 1 ? `${name}.png` : `${name}-${index + 1}.png`;
    await writeFile(join(FOLDER, file), pngOf(picture));
    process.stdout.write(`${file}${[missing, warning].map((each) => (each ? ` (${each})` : "")).join("")}\n`);
  }
}
