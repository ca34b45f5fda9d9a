import { type Mutant, mutantsOf } from "./mutant.ts";

const RECOGNIZER = "adapters/ocr/test/text-recognizer";
const IMAGE = "adapters/ocr/test/image";

/** Bugs of text that is recognised: pictures that lie wrongly, pictures without bounds, words that are lost. */
export const ocrMutants: readonly Mutant[] = mutantsOf({
  "adapters/ocr/src/engines/pictures.ts": [
    ["pictures of any size are decoded", "width > 0 && height > 0 && width * height <= PIXELS_MAX", "true", RECOGNIZER],
    ["only the first picture of a TIFF is read", "leaveOnly(file, directory);", "", RECOGNIZER],
  ],
  "adapters/ocr/src/engines/read-text.ts": [
    ["lines that are sure are left out", ">= LINE_CONFIDENCE_LEAST", "< LINE_CONFIDENCE_LEAST", RECOGNIZER],
  ],
  "adapters/ocr/src/text-recognizer.ts": [
    [
      "what cannot be read is blank",
      "if (text === null) throw",
      'if (text === null) return ""; else if (page === 7) throw',
      RECOGNIZER,
    ],
  ],
  "adapters/ocr/src/image/exif.ts": [
    [
      "a photograph is turned the wrong way",
      "{ isMirrored: false, quarterTurns: 1 }",
      "{ isMirrored: false, quarterTurns: 3 }",
      IMAGE,
    ],
  ],
  "adapters/ocr/src/image/tiff.ts": [
    ["a TIFF goes round in a circle", "directories.some((each) => each.offset === offset) || ", "", IMAGE],
  ],
  "adapters/ocr/src/image/gray-image.ts": [["a row counts for the next one", "sums.fill(0);", "", IMAGE]],
  "adapters/ocr/src/image/even-light.ts": [["the shade stays", "* WHITE) / light", "* WHITE) / WHITE", IMAGE]],
});
