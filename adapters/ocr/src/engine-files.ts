import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** The files that the engines are made of. */
export interface EngineFiles {
  readonly tesseract: string;
  readonly tesseractWasm: string;
  readonly pdfiumWasm: string;
  /** Tesseract's data, by the name that it has for a language. */
  readonly languages: Readonly<Record<string, string>>;
}

/**
 * Tesseract is in this package: of the 44 MB that tesseract.js-core has it is 3 (docs/decisions/0137). The others are where
 * npm put them. They are optional dependencies: loading this module fails with `ERR_MODULE_NOT_FOUND` where one of
 * them is not installed, as `import` does of a package that is missing, and so does loading this package.
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
