import { type Mutant, mutantsOf } from "./mutant.ts";

const MERGER = "adapters/pdf/test/pdf-merger";
const TEXT = "adapters/pdf/test/pdf-text";

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
      "a PNG has the pixels of its first line",
      "return view.getUint32(16) * view.getUint32(20);",
      "return view.getUint32(16);",
      MERGER,
    ],
  ],
  "adapters/pdf/src/merge/merging.ts": [
    ["pages come in any order", "source.getPageIndices()", "source.getPageIndices().reverse()", MERGER],
    ["a picture is cut", 'fit: "contain"', 'fit: "cover"', MERGER],
    ["pages of pictures have any size", 'paper: "a4"', 'paper: "a5"', MERGER],
    ["images of any size are decoded", 'if (pixels > PIXELS_MAX) return "too_large";', "", MERGER],
    ["a password is damage", 'error instanceof EncryptedPDFError ? "encrypted" : "corrupt"', '"corrupt"', MERGER],
    [
      "a PDF without pages is taken",
      'return pages === 0 ? "corrupt" : { format: "pdf", pages };',
      'return { format: "pdf", pages };',
      MERGER,
    ],
  ],
  "adapters/pdf/src/merge/merge.child.ts": [
    [
      "only the first pieces are written",
      "at < bytes.byteLength; at += PIECE_BYTES",
      "at < PIECE_BYTES; at += PIECE_BYTES",
      MERGER,
    ],
    ["the wrong source is named", "problem: result, index }", "problem: result, index: 0 }", MERGER],
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
    ["lines run together", 'item.hasEOL ? `${item.str}\\n` : item.str;\n    text += "\\n";', "item.str;", TEXT],
    ["blanks are text", 'return enough.trim() === "" ? null : enough;', "return enough;", TEXT],
  ],
  "adapters/pdf/src/text/pdf-text.ts": [
    [
      "reading takes as long as it likes",
      "sources: [() => bytes], cpuMilliseconds, ...place }",
      "sources: [() => bytes], ...place }",
      TEXT,
    ],
    ["a host that stops says that there is no text", "throw refusalFor(error);", "return null;", TEXT],
  ],
});
