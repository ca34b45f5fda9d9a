import { type Mutant, mutantsOf } from "./mutant.ts";

const MERGER = "adapters/pdf/test/pdf-merger";
const TEXT = "adapters/pdf/test/pdf-text";
const READER = "adapters/pdf/test/pdf-reader";

/** Bugs of files that are merged and read: pages lost, broken files taken, good ones refused. */
export const pdfMutants: readonly Mutant[] = mutantsOf({
  "adapters/pdf/src/merge/formats.ts": [
    ["half a JPEG is taken", "  return null;\n}\n\nconst isEnd", "  return pixels;\n}\n\nconst isEnd", MERGER],
    [
      "a PDF must begin with its head",
      'return head.includes("%PDF-") ? "pdf" : null;',
      'return head.indexOf("%PDF-") === 0 ? "pdf" : null;',
      MERGER,
    ],
    ["what is no PDF is one", 'return head.includes("%PDF-") ? "pdf" : null;', 'return "pdf";', MERGER],
    [
      "a PNG is as high as wide",
      "{ width: view.getUint32(16), height: view.getUint32(20) }",
      "{ width: view.getUint32(16), height: view.getUint32(16) }",
      MERGER,
    ],
  ],
  "adapters/pdf/src/merge/pdf-builder.ts": [
    ["images of any size are decoded", 'if (size.width * size.height > PIXELS_MAX) return "too_large";', "", MERGER],
    ["a password is damage", 'error instanceof EncryptedPdf ? "encrypted" : "corrupt"', '"corrupt"', MERGER],
    ["half a PDF is taken", 'if (!hasItsEnd(bytes)) return "corrupt";', "", MERGER],
  ],
  "adapters/pdf/src/merge/file-end.ts": [
    ["the first version of a file is its end", "start >= 0 && !hasObjects(bytes, start)", "start >= 0", MERGER],
  ],
  "adapters/pdf/src/merge/picture-page.ts": [
    ["pictures are enlarged", "calc.min(whole, ", "calc.min(", MERGER],
    ["pages of pictures have no margin", "const MARGIN_POINTS = 24;", "const MARGIN_POINTS = 0;", MERGER],
    ["pages of pictures have any size", 'paper: "a4"', 'paper: "a5"', MERGER],
  ],
  "adapters/pdf/src/merge/pages.ts": [
    ["fewer pages than are counted are enough", "pages.size === 0 || pages.size < counted", "pages.size === 0", MERGER],
    ["a PDF without pages is taken", "pages.size === 0 || pages.size < counted", "pages.size < counted", MERGER],
    ["pages come in any order", "kids.toReversed()", "kids", MERGER],
    ["pages take nothing from the nodes above", "new Map([...inherited, ...", "new Map([...", MERGER],
  ],
  "adapters/pdf/src/merge/layers.ts": [
    ["layers that are off come on", "for (const group of offIn(initial, own)) off.push(group);", "", MERGER],
    ["what begins with all off is on", "if (!on.has(group)) off.add(group);", "", MERGER],
  ],
  "adapters/pdf/src/merge/forms.ts": [
    ["two fields have one name", "newNames.get(bytes) ?? names.take(bytes)", "bytes", MERGER],
    ["missing appearances are not drawn", " || isAppearanceMissing(own)", "", MERGER],
    ["fields have the fonts of another form", "return unique === undefined ? word", "return unique ? word", MERGER],
  ],
  "adapters/pdf/src/merge/destinations.ts": [
    [
      "two places have one name",
      "const unique = names.take(name);\n        found",
      "const unique = name;\n        found",
      MERGER,
    ],
    ["numbers of pages stay", "array[0] = pages[array[0]] ?? null;", "", MERGER],
  ],
  "adapters/pdf/src/merge/merged-pdf.ts": [
    ["pages that are not shown come along", "isPageNode(cell) && !includedPages.has(cell)", "false", MERGER],
  ],
  "adapters/pdf/src/merge/structure.ts": [
    ["pages have the headings of others", "entries.set(key, first + number);", "entries.set(key, number);", MERGER],
  ],
  "adapters/pdf/src/merge/merge.child.ts": [
    ["the wrong source is named", "problem: result, index }", "problem: result, index: 0 }", MERGER],
  ],
  "adapters/pdf/src/objects/write.ts": [
    [
      "only the first pieces are written",
      "at < bytes.byteLength; at += PIECE_BYTES) await write(bytes.subarray(at, at + PIECE_BYTES));\n  }",
      "at < PIECE_BYTES; at += PIECE_BYTES) await write(bytes.subarray(at, at + PIECE_BYTES));\n  }",
      MERGER,
    ],
  ],
  "adapters/pdf/src/objects/read.ts": [
    ["damaged files are refused", "return bySearch(bytes);", "throw error;", MERGER],
  ],
  "adapters/pdf/src/objects/encryption.ts": [
    ["all objects have one key", "place.writeUIntLE(number & 0xffffff, 0, 3);", "", MERGER],
  ],
  "adapters/pdf/src/merge/pdf-merger.ts": [
    [
      "a broken source is an empty PDF",
      "pool.stream<MergeOutput>(job, mergedIn)",
      "pool.stream<MergeOutput>(job)",
      MERGER,
    ],
    [
      "a host that stops says that the file is broken",
      "isRefusal(error.reason) ? refusalFor(error) : new MergeError(error.reason, index, error)",
      "new MergeError(error.reason as never, index, error)",
      MERGER,
    ],
  ],
  "adapters/pdf/src/text/text.child.ts": [
    ["text is cut within a character", "{ stream: true }", "{}", TEXT],
    ["there is more text than is wanted", ".subarray(0, bytesMax)", "", TEXT],
    ["reading begins at the first page again", "let page = fromPage;", "let page = 0;", READER],
    [
      "another attempt is expected to open a file with a password",
      'error.name === "PasswordException"',
      "false",
      READER,
    ],
  ],
  "adapters/pdf/src/text/pdf-text.ts": [
    ["blanks are text", 'return text.trim() === "" ? null : text;', "return text;", TEXT],
  ],
  "adapters/pdf/src/text/pages-read.ts": [
    [
      "reading takes as long as it likes",
      "{ source, ...place }: Reading",
      "{ source, cpuMilliseconds: _, ...place }: Reading",
      TEXT,
    ],
    [
      "a host that stops says that there is no text",
      "throw refusalFor(error);",
      'return { end: { outcome: "cut" }, pages };',
      TEXT,
    ],
  ],
  "adapters/pdf/src/text/shown-text.ts": [
    ["lines run together", 'if (item.hasEOL) text += "\\n";', "", READER],
    ["layers that are off are read", "if (shown >= hidden) text += run;", "text += run;", READER],
    ["words are broken where Typst broke them", "isShown && character === SOFT_HYPHEN", "false", READER],
  ],
  "adapters/pdf/src/text/form-text.ts": [
    ["what was filled in is not read", 'if (fieldType === "Tx") return [fieldValue];', "", READER],
  ],
});
