import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** The files of the engines. */
export interface EngineFiles {
  readonly tesseract: string;
  readonly tesseractWasm: string;
  readonly pdfiumWasm: string;
  /** Tesseract's data by its language code. */
  readonly languages: Readonly<Record<string, string>>;
}

/**
 * Tesseract's core is part of this package: 3 of the 44 MB of tesseract.js-core (docs/decisions/0135). The other files
 * come from optional dependencies. If one is not installed, importing this module, and this package, fails with
 * `ERR_MODULE_NOT_FOUND`.
 */
export const ENGINE_FILES: EngineFiles = {
  tesseract: ownPath("tesseract-core-simd-lstm.cjs"),
  tesseractWasm: ownPath("tesseract-core-simd-lstm.wasm"),
  pdfiumWasm: pathOf("@embedpdf/pdfium/pdfium.wasm"),
  languages: {
    fra: pathOf("@tesseract.js-data/fra/4.0.0_best_int/fra.traineddata.gz"),
    eng: pathOf("@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz"),
  },
};

function ownPath(file: string): string {
  return fileURLToPath(new URL(`../engine/${file}`, import.meta.url));
}

function pathOf(file: string): string {
  try {
    return createRequire(import.meta.url).resolve(file);
  } catch (cause) {
    throw Object.assign(new Error(`${file} is not installed`, { cause }), { code: "ERR_MODULE_NOT_FOUND" });
  }
}
