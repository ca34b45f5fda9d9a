import { createEngine, type Engine } from "@cartulary/typst/engine";
import { EncryptedPdf } from "../objects/damaged-pdf.ts";
import { readPdf } from "../objects/read.ts";
import type { Write } from "../objects/write.ts";
import { hasItsEnd } from "./file-end.ts";
import { formatOf, type SourceFormat, sizeOf } from "./formats.ts";
import { startMergedPdf } from "./merged-pdf.ts";
import { pictureSource } from "./picture-page.ts";

/** The problem of a source. */
export type SourceProblem = "unsupported_format" | "corrupt" | "encrypted" | "too_large";

/** A merged source. */
export interface MergedSource {
  readonly format: SourceFormat;
  readonly pages: number;
}

/** Builds a PDF from sources in order. Hostile sources end or exhaust it: for contained children only. */
export interface PdfBuilder {
  /** Adds all pages of a source, or returns its problem. Takes ownership of the bytes. */
  add(bytes: Uint8Array): MergedSource | SourceProblem;
  write(write: Write): Promise<void>;
}

/** Maximum pixels of an image that is decoded as a whole: 400 MB of memory. */
const PIXELS_MAX = 100_000_000;

export function createPdfBuilder(): PdfBuilder {
  const merged = startMergedPdf();
  let engine: Engine | undefined;

  function addPdf(bytes: Uint8Array, format: SourceFormat): MergedSource | SourceProblem {
    if (!hasItsEnd(bytes)) return "corrupt";
    try {
      const pages = merged.add(readPdf(bytes));
      return pages === null ? "corrupt" : { format, pages };
    } catch (error) {
      // Damaged files cause arbitrary errors in the reader.
      return error instanceof EncryptedPdf ? "encrypted" : "corrupt";
    }
  }

  function addImage(bytes: Uint8Array, format: "jpeg" | "png"): MergedSource | SourceProblem {
    const size = sizeOf(bytes, format);
    if (size === null || size.width * size.height === 0) return "corrupt";
    if (size.width * size.height > PIXELS_MAX) return "too_large";
    engine ??= createEngine({ fontPaths: [] });
    const { main, files } = pictureSource(bytes, format, size);
    const result = engine.typeset({ main, files, createdAtSeconds: 0, archival: false });
    return result.outcome === "typeset" ? addPdf(result.pdf, format) : "corrupt";
  }

  return {
    add(bytes) {
      const format = formatOf(bytes);
      if (format === null) return "unsupported_format";
      return format === "pdf" ? addPdf(bytes, format) : addImage(bytes, format);
    },
    write: (write) => merged.write(write),
  };
}
