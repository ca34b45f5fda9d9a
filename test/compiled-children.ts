import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "vite";
import { keepSourceLocations } from "./source-locations.ts";

const root = resolve(import.meta.dirname, "..");
/** A thread of each child, which the child starts itself: its file must be in the child's folder. */
const WATCHDOG = "adapters/containment/src/child/watchdog.ts";
/** A module that Node.js loads before a child, in each of its threads. */
const PRELOAD = "adapters/containment/src/child/without-network.ts";
/** References of a module to a sibling file that a process of its own runs. */
const NAMED = /siblingModule\(import\.meta\.url, "([^"]+)"\)|new URL\("([^"]+\.child)\.ts", import\.meta\.url\)/g;

/** The contained children of this checkout as JavaScript. Disposing removes them. */
export interface CompiledChildren extends Disposable {
  /** The id by which {@link withCompiledChildren} finds them. */
  readonly run: string;
}

/**
 * Puts each contained child together from the sources, for the pools of tests: reading TypeScript, in each of its two
 * threads, is half of what a child takes to start (docs/decisions/0049).
 */
export async function compiledChildren(): Promise<CompiledChildren> {
  const run = `children-${process.pid}`;
  const sources = globSync("adapters/*/{src,test}/**/*.child.ts", { cwd: root });
  const children = sources.filter((path) => readFileSync(join(root, path), "utf8").includes("serveJobs"));
  const packages = Object.groupBy([...children, PRELOAD], packageOf);
  const remove = () => {
    for (const each of Object.keys(packages)) rmSync(folderIn(each, run), { recursive: true, force: true });
  };
  try {
    await Promise.all(Object.entries(packages).map(([each, paths = []]) => compile(paths, folderIn(each, run))));
  } catch (error) {
    remove();
    throw error;
  }
  return { run, [Symbol.dispose]: remove };
}

/** For what loads sources: it finds the children that were compiled for this run where it would find those of the sources. */
export function withCompiledChildren(run: string): Plugin {
  return {
    name: "with-compiled-children",
    // Before anything puts another URL in the place of a module's own.
    enforce: "pre",
    transform: {
      filter: { code: /siblingModule|\.child\.ts"/ },
      handler(code, id) {
        const named = code.replace(NAMED, (words, sibling?: string, child?: string) => {
          const source = resolve(dirname(id), `${sibling ?? child}.ts`);
          const compiled = compiledAt(relative(root, source), run);
          return existsSync(compiled) ? `new URL(${JSON.stringify(pathToFileURL(compiled))})` : words;
        });
        return { code: named, map: null };
      },
    },
  };
}

/** In the package of the source: a child may read only its package and the dependencies of that. */
const compiledAt = (source: string, run: string) =>
  join(folderIn(packageOf(source), run), `${basename(source, ".ts")}.mjs`);

const packageOf = (source: string) => source.split(/[\\/]/, 2).join("/");

const folderIn = (folder: string, run: string) => join(root, folder, "node_modules/.cache", run);

function compile(sources: readonly string[], outDir: string): Promise<unknown> {
  return build({
    ...{ root, configFile: false, logLevel: "error", plugins: [keepSourceLocations([/serve-jobs\.ts$/])] },
    ssr: {
      noExternal: [/^@cartulary\//],
      resolve: { conditions: ["@cartulary/source", "node"], externalConditions: ["node"] },
    },
    build: {
      ...{ ssr: true, target: "esnext", minify: false, outDir, reportCompressedSize: false },
      rolldownOptions: {
        input: [...sources, WATCHDOG],
        output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
      },
    },
  });
}
