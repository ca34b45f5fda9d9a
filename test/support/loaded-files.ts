/** Preloaded into a program (`--import`): at its end, writes its loaded files to the file that `LOADED_FILES` names. */

import { writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { env } from "node:process";
import { pathToFileURL } from "node:url";

/** The files that a program has loaded. */
export interface Loaded {
  /** Modules of this checkout from its root, `core/kernel/src/index.ts`; others as their URL. */
  readonly modules: readonly string[];
  /** The paths of native modules. */
  readonly native: readonly string[];
}

const ROOT = `${pathToFileURL(resolve(import.meta.dirname, "../..")).href}/`;
const modules: string[] = [];
const native: string[] = [];

registerHooks({
  load(url, context, nextLoad) {
    modules.push(url.startsWith(ROOT) ? url.slice(ROOT.length) : url);
    return nextLoad(url, context);
  },
});

const { dlopen } = process;
process.dlopen = (target: object, path: string, ...flags: number[]) => {
  native.push(path);
  return Reflect.apply(dlopen, process, [target, path, ...flags]);
};

process.on("exit", () => {
  const loaded: Loaded = { modules, native };
  writeFileSync(String(env.LOADED_FILES), JSON.stringify(loaded));
});
