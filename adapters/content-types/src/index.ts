// Imported for its check of the Node.js version.
import "@cartulary/kernel";

export { createContentTypes } from "./content-types.ts";
