export { fillAgency } from "./demo/agency.ts";
export { fillArchive, type Highlight } from "./demo/archive.ts";
export { parseImportRows } from "./import-file.ts";
export { run } from "./run.ts";
