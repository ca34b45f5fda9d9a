export { exportBook } from "./book-export.ts";
export { BOOK_FORMATS, type BookFormat, writeBook } from "./book-texts.ts";
export { OPENING_COLUMNS, type OpeningFile, parseOpening } from "./opening-file.ts";
