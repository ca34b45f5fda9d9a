import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build, type Rolldown } from "vite";

const client = resolve(import.meta.dirname, "../../contracts/client/src/index.ts");

/** Bundles and minifies a module that imports `@cartulary/client`, for a browser. */
export async function bundledClient(source: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "cartulary-bundle-"));
  try {
    const entry = join(folder, "main.ts");
    writeFileSync(entry, source);
    const result = (await build({
      ...{ root: folder, configFile: false, logLevel: "error", resolve: { alias: { "@cartulary/client": client } } },
      build: { write: false, minify: true, lib: { entry, formats: ["es"] }, target: "esnext" },
    })) as readonly Rolldown.RolldownOutput[];
    return result[0]?.output[0].code ?? "";
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
