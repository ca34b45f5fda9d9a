import { join } from "node:path";
import { ROOT } from "./packages.ts";

const at = (from: string, to: string) =>
  [join(ROOT, "node_modules/tesseract.js-core", from), join(ROOT, "adapters/ocr/engine", to)] as const;

/**
 * The one of twelve builds of Tesseract that is used, with its licence, and where our copies of them are: what we publish is
 * these 3 MB and not the 44 of tesseract.js-core (docs/decisions/0135).
 */
export const TESSERACT = [
  // npm has it as a script of a package whose scripts are CommonJS; ours are modules.
  at("tesseract-core-simd-lstm.js", "tesseract-core-simd-lstm.cjs"),
  at("tesseract-core-simd-lstm.wasm", "tesseract-core-simd-lstm.wasm"),
  at("LICENSE", "LICENSE"),
];
