import { type Mutant, mutantsOf } from "./mutant.ts";

const HOSTILE = "adapters/text-files/test/hostile-files";
const KINDS = "adapters/text-files/test/text-kinds";
const OFFICE = "adapters/text-files/test/office-texts";

/** Bugs of the readers of files: bounds that bound nothing, text that is lost, and text that is none. */
export const textFileMutants: readonly Mutant[] = mutantsOf({
  "adapters/text-files/src/readers/archive.ts": [
    [
      "an entry of an archive becomes as large as it will",
      "length > ratioBytesMax || budget.bytes < 0",
      "budget.bytes < 0",
      HOSTILE,
    ],
    ["damage of an entry goes unseen", "checksum !== entry.crc32", "checksum < 0", HOSTILE],
  ],
  "adapters/text-files/src/readers/xml.ts": [
    ["elements nest as deep as they will", "depth > DEPTH_MAX", "depth < 0", HOSTILE],
  ],
  "adapters/text-files/src/readers/email.ts": [
    ["an empty text hides the HTML", 'text.trim() === ""', 'text === ""', KINDS],
    ["messages nest as deep as they will", "depth > MESSAGES_DEPTH_MAX", "depth < 0", HOSTILE],
  ],
  "adapters/text-files/src/kind.ts": [
    [
      "lines of servers make no e-mail",
      "blank === -1 && has(SERVER_HEADERS)",
      "false",
      "adapters/text-files/test/kind",
    ],
  ],
  "adapters/text-files/src/readers/open-xml.ts": [
    ["text that was moved away is read", '"moveFrom", ', "", OFFICE],
    ["slides are read by their names", "numberOf(one) - numberOf(other) || ", "", OFFICE],
  ],
  "adapters/text-files/src/readers/cell-format.ts": [
    ["days before the leap day of 1900 are a day early", "days < LEAP_DAY_OF_1900", "days < 0", OFFICE],
  ],
  "adapters/text-files/src/readers/rtf.ts": [
    ["substitutes of Unicode are read", "toSkip = group.substitutes;", "toSkip = 0;", KINDS],
  ],
  "adapters/text-files/src/text-files.child.ts": [
    ["what was read before a failure is lost", "    await out.flush();\n    // Lib", "    // Lib", HOSTILE],
  ],
});
