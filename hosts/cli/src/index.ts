export { fillArchive, type Highlight } from "./demo/archive.ts";
export { run } from "./run.ts";
