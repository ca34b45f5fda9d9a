// Loaded for what it says to an older Node.js.
import "@cartulary/kernel";

export { createContentTypes } from "./content-types.ts";
