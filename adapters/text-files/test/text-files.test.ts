import { textReaderContract } from "@cartulary/ports/search";
import { afterAll } from "vitest";
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
