import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "vite";

const root = resolve(import.meta.dirname, "..");

/** Packages that work only from where npm put them: they have native code, or files that they look for beside them. */
const LEFT_IN_PLACE = [
  "better-sqlite3",
  "pg",
  "@node-rs/argon2",
  "pino",
  "pino-pretty",
  "@myriaddreamin/typst-ts-node-compiler",
];

/** The command `cartulary` as a few modules. Disposing removes them. */
export interface BundledProgram extends Disposable {
  readonly path: string;
}

/**
 * Puts the command and all that it imports together, from the sources, for processes of tests: loading two thousand
 * modules is half the CPU of a host that starts (docs/decisions/0096).
 */
export async function bundledProgram(): Promise<BundledProgram> {
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "program-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await bundle(folder);
  } catch (error) {
    remove();
    throw error;
  }
  return { path: join(folder, "cartulary.mjs"), [Symbol.dispose]: remove };
}

function bundle(outDir: string): Promise<unknown> {
  return build({
    ...{ root, configFile: false, logLevel: "error", plugins: [asWhereItStands] },
    ssr: {
      noExternal: true,
      external: LEFT_IN_PLACE,
      resolve: { conditions: ["@cartulary/source", "node"], externalConditions: ["node"] },
    },
    build: {
      ...{ ssr: "hosts/cli/src/cartulary.ts", target: "esnext", minify: false, outDir, reportCompressedSize: false },
      rolldownOptions: { output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" } },
    },
  });
}

/** A module goes on finding its children, fonts and samples from where its source stands. */
const asWhereItStands: Plugin = {
  name: "as-where-it-stands",
  transform: {
    filter: { code: /import\.meta\.(?:url|dirname|filename)/ },
    handler(code, id) {
      const places = { url: pathToFileURL(id).href, dirname: dirname(id), filename: id };
      const placed = code.replace(/import\.meta\.(url|dirname|filename)\b/g, (_, key: keyof typeof places) =>
        JSON.stringify(places[key]),
      );
      return { code: placed, map: null };
    },
  },
};
