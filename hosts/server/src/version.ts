import { readFileSync } from "node:fs";

/** Returns the version of this software, run from source or built. */
export function version(): string {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
}
