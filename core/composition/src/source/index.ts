export { authorWords, DIAGNOSTICS_MAX, PDF_BYTES_MAX, PDF_PAGES_MAX } from "./engine-words.ts";
export { STANDING_RULES } from "./page-source.ts";
export { typstFiles } from "./typst-files.ts";
