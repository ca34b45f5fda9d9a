import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "vite";
import { type CompiledChildren, withCompiledChildren } from "./compiled-children.ts";
import { keepSourceLocations } from "./source-locations.ts";

const root = resolve(import.meta.dirname, "..");

/** Packages that work only where npm installed them: they have native code, or load files of their own folder. */
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
 * modules is half the CPU of a host that starts (docs/decisions/0049).
 */
export async function bundledProgram(children: Pick<CompiledChildren, "run">): Promise<BundledProgram> {
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "program-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await bundle(folder, children);
  } catch (error) {
    remove();
    throw error;
  }
  return { path: join(folder, "cartulary.mjs"), [Symbol.dispose]: remove };
}

function bundle(outDir: string, { run }: Pick<CompiledChildren, "run">): Promise<unknown> {
  return build({
    ...{ root, configFile: false, logLevel: "error", plugins: [withCompiledChildren(run), keepSourceLocations()] },
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
