import { textReaderContract } from "@cartulary/ports/search";
import { afterAll, expect, it } from "vitest";
import { createTextFiles } from "../src/index.ts";
import { docx } from "./office-files.ts";

const reader = createTextFiles({ children: 1 });
afterAll(() => reader.close());

const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

textReaderContract("The reader of files in children", {
  create: () => reader,
  samples: {
    docx: { bytes: docx(paragraph("Appel de loyer") + paragraph("Dépôt")), says: ["Appel de loyer\n", "Dépôt\n"] },
    "an e-mail": {
      bytes: Buffer.from("From: Zoé <z@example.org>\r\nSubject: Congé\r\n\r\nJe pars"),
      says: ["Congé", "z@example.org", "Je pars"],
      saysNot: ["Subject"],
    },
    "a blank text": { bytes: Buffer.from(" \n"), says: [] },
  },
  failures: { "half of a file": { bytes: docx(paragraph("Appel")).subarray(0, 200), isFinal: true } },
  long: Buffer.from(`{\\rtf1 ${"loyer\\'e9\\par ".repeat(60_000)}}`),
});

it("knows by the first bytes whether a file is of a kind that it reads", () => {
  const known = [docx(paragraph("Appel")), "{\\rtf1 Bail}", "From: a@b.fr\r\nSubject: Congé\r\n\r\n"];
  expect(known.map((bytes) => reader.reads(Buffer.from(bytes)))).toEqual([true, true, true]);
  const unknown = [Buffer.from("89504e470d0a1a0a0000000d", "hex"), Buffer.alloc(5_000), Buffer.from("%PDF-1.7")];
  expect(unknown.map((bytes) => reader.reads(bytes))).toEqual([false, false, false]);
});
