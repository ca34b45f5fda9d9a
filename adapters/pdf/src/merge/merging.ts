import { EncryptedPDFError, PDFDocument } from "@cantoo/pdf-lib";
import { createEngine, type Engine } from "@cartulary/typst/engine";
import { formatOf, pixelsOf, type SourceFormat } from "./formats.ts";

/** What is wrong with one source. */
export type SourceProblem = "unsupported_format" | "corrupt" | "encrypted" | "too_large";

/** One source, as it was merged. */
export interface MergedSource {
  readonly format: SourceFormat;
  readonly pages: number;
}

/** A PDF that sources are added to, page after page. For a contained child: hostile sources end or exhaust it. */
export interface Merging {
  /** Adds all pages of a source, or answers what is wrong with it. */
  add(bytes: Uint8Array): Promise<MergedSource | SourceProblem>;
  bytes(): Promise<Uint8Array>;
}

/** Of an image that is decoded whole: 400 MB of memory. */
const PIXELS_MAX = 100_000_000;

export async function startMerging(): Promise<Merging> {
  const merged = await PDFDocument.create();
  let engine: Engine | undefined;

  async function addPages(bytes: Uint8Array): Promise<number> {
    const source = await PDFDocument.load(bytes, { updateMetadata: false });
    const pages = await merged.copyPages(source, source.getPageIndices());
    for (const page of pages) merged.addPage(page);
    return pages.length;
  }

  async function addImage(bytes: Uint8Array, format: "jpeg" | "png"): Promise<MergedSource | SourceProblem> {
    const pixels = pixelsOf(bytes, format);
    if (pixels === null || pixels === 0) return "corrupt";
    if (pixels > PIXELS_MAX) return "too_large";
    engine ??= createEngine({ fontPaths: [] });
    const page = pageOf(engine, bytes, format);
    return page ? { format, pages: await addPages(page) } : "corrupt";
  }

  async function addPdf(bytes: Uint8Array): Promise<MergedSource | SourceProblem> {
    try {
      const pages = await addPages(bytes);
      return pages === 0 ? "corrupt" : { format: "pdf", pages };
    } catch (error) {
      // What is broken in other ways throws whatever its reader stumbles over.
      return error instanceof EncryptedPDFError ? "encrypted" : "corrupt";
    }
  }

  return {
    async add(bytes) {
      const format = formatOf(bytes);
      if (format === null) return "unsupported_format";
      return format === "pdf" ? addPdf(bytes) : addImage(bytes, format);
    },
    bytes: () =>
      merged.save({ useObjectStreams: true, addDefaultPage: false, objectsPerTick: Number.POSITIVE_INFINITY }),
  };
}

/** Upright, as large as fits, in the middle of a white A4 page; Typst turns it as its EXIF says. */
const PAGE = (name: string) => `#set page(paper: "a4", margin: 0pt, fill: white)
#set align(center + horizon)
#image("${name}", width: 100%, height: 100%, fit: "contain")`;

function pageOf(engine: Engine, content: Uint8Array, format: "jpeg" | "png"): Uint8Array | null {
  const image = { path: `/image.${format}`, content };
  const main = { path: "/main.typ", content: PAGE(image.path) };
  const result = engine.typeset({ main: main.path, files: [main, image], createdAtSeconds: 0, archival: false });
  return result.outcome === "typeset" ? result.pdf : null;
}
