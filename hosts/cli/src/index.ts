export { fillAgency } from "./demo/agency.ts";
export { fillArchive, type Highlight } from "./demo/archive.ts";
export { run } from "./run.ts";
