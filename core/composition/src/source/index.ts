export { typstFiles } from "./typst-files.ts";
