export { createContentTypes } from "./content-types.ts";
