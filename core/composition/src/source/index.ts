export { type AuthorText, causeOf } from "./detached-errors.ts";
export { SOURCE_BYTES_MAX } from "./filled-length.ts";
export { STANDING_RULES } from "./page-source.ts";
export { type Sources, sourcesOf } from "./sources.ts";
export { DIAGNOSTICS_MAX, messageForAuthor, PDF_BYTES_MAX, PDF_PAGES_MAX } from "./typst-messages.ts";
