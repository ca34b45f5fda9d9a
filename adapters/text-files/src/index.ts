export { BEGINNING_BYTES, type TextFileKind, textFileKindOf } from "./kind.ts";
export { createTextFiles, type TextFilesOptions } from "./text-files.ts";
