/** Writes docs/guide/fields.md from the declarations of the records. */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fieldsPage, PAGE } from "./page.ts";

writeFileSync(join(resolve(import.meta.dirname, "../.."), PAGE), fieldsPage());
