import { readFileSync } from "node:fs";
import { textReaderContract } from "@cartulary/ports/search";
import { encryptedPdf, pdfOf } from "@cartulary/ports/uploads";
import { afterAll } from "vitest";
import { createPdfReader } from "../src/index.ts";

/** Longer than any reading: each has its own limit. */
const reader = createPdfReader({ cpuMilliseconds: 120_000 });
afterAll(() => reader.close());

const sample = (name: string) => readFileSync(new URL(`samples/${name}`, import.meta.url));

textReaderContract("The reader of PDF in children", {
  create: () => reader,
  samples: {
    "pages, one after the other": {
      bytes: pdfOf(["Appel de loyer", "Quittance"]),
      says: ["Appel de loyer\n", "Quittance"],
    },
    "pages without text": { bytes: pdfOf(["", "Quittance", ""]), says: ["Quittance"], pagesWithoutText: [0, 2] },
    "no page": { bytes: pdfOf([]), says: [] },
    "fields that were filled in": { bytes: sample("form-filled.pdf"), says: ["Cerfa", "Dupontelqx", "Landivisiauqx"] },
    "layers, of which one is off": { bytes: sample("hidden-layer.pdf"), says: ["visible"], saysNot: ["CONFIDENTIEL"] },
    "words that are broken at the ends of lines": {
      bytes: sample("hyphen-eol.pdf"),
      says: ["immeu-\nblexq", "copro-\nprietexq"],
    },
    "words that Typst breaks": { bytes: sample("soft-hyphens.pdf"), says: ["sousloca\u00ad\ntion"] },
    "a password for owners only": { bytes: sample("owner-password.pdf"), says: ["ownerpwqx"] },
  },
  failures: {
    "a password": { bytes: encryptedPdf(), isFinal: true },
    "half of a file": { bytes: pdfOf(["one"]).subarray(0, 200), isFinal: false },
    "something else": { bytes: Buffer.from("Appel de loyer"), isFinal: false },
  },
  long: pdfOf(Array.from({ length: 50 }, () => "\\351".repeat(40))),
  paged: {
    bytes: pdfOf(Array.from({ length: 6 }, (_, page) => `on page ${page}.`)),
    pages: 6,
    saidOn: (page) => `on page ${page}.`,
  },
});
