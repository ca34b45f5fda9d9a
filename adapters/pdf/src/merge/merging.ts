import { createEngine, type Engine } from "@cartulary/typst/engine";
import { EncryptedPdf } from "../objects/damaged-pdf.ts";
import { readPdf } from "../objects/read.ts";
import type { Write } from "../objects/write.ts";
import { hasItsEnd } from "./file-end.ts";
import { formatOf, type SourceFormat, sizeOf } from "./formats.ts";
import { startMergedPdf } from "./merged-pdf.ts";
import { pictureSource } from "./picture-page.ts";

/** What is wrong with one source. */
export type SourceProblem = "unsupported_format" | "corrupt" | "encrypted" | "too_large";

/** One source, as it was merged. */
export interface MergedSource {
  readonly format: SourceFormat;
  readonly pages: number;
}

/** A PDF that sources are added to, page after page. For a contained child: hostile sources end or exhaust it. */
export interface Merging {
  /** Adds all pages of a source, or answers what is wrong with it. The bytes are the merge's from then on. */
  add(bytes: Uint8Array): MergedSource | SourceProblem;
  write(write: Write): Promise<void>;
}

/** Of an image that is decoded whole: 400 MB of memory. */
const PIXELS_MAX = 100_000_000;

export function startMerging(): Merging {
  const merged = startMergedPdf();
  let engine: Engine | undefined;

  function addPdf(bytes: Uint8Array, format: SourceFormat): MergedSource | SourceProblem {
    if (!hasItsEnd(bytes)) return "corrupt";
    try {
      const pages = merged.add(readPdf(bytes));
      return pages === null ? "corrupt" : { format, pages };
    } catch (error) {
      // What is broken in other ways throws whatever its reader stumbles over.
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
