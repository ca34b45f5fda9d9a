import { createRequire } from "node:module";

/** The files that the engines are made of. */
export interface EngineFiles {
  readonly tesseract: string;
  readonly tesseractWasm: string;
  readonly pdfiumWasm: string;
  /** Tesseract's data, by the name that it has for a language. */
  readonly languages: Readonly<Record<string, string>>;
}

const { resolve } = createRequire(import.meta.url);

/**
 * Where npm put them. They are optional dependencies: loading this module fails with `MODULE_NOT_FOUND` where one of them is
 * not installed, and so does loading the package.
 */
export const ENGINE_FILES: EngineFiles = {
  tesseract: resolve("tesseract.js-core/tesseract-core-simd-lstm.js"),
  tesseractWasm: resolve("tesseract.js-core/tesseract-core-simd-lstm.wasm"),
  pdfiumWasm: resolve("@embedpdf/pdfium/pdfium.wasm"),
  languages: {
    fra: resolve("@tesseract.js-data/fra/4.0.0_best_int/fra.traineddata.gz"),
    eng: resolve("@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz"),
  },
};
