/** Writes docs/guide/proof.md from the titles of the tests. */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { PAGE, proofPage, proofs } from "./page.ts";

writeFileSync(join(resolve(import.meta.dirname, "../.."), PAGE), proofPage(proofs()));
