import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * Reads the browser bundle of the API reference from the package that is installed. The package exports its parts but
 * not this file, which lies beside its entry; `import.meta.resolve` is not everywhere where we are loaded.
 */
export function readReferenceScript(): Promise<Uint8Array<ArrayBuffer>> {
  const require = createRequire(import.meta.url);
  const entry = require.resolve("@scalar/api-reference");
  return readFile(join(dirname(entry), "browser/standalone.js"));
}
