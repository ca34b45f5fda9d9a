export { fillArchive, type Sight } from "./demo/archive.ts";
export { run } from "./run.ts";
