export { createTypesetter, type TypesetterOptions } from "./typesetter.ts";
