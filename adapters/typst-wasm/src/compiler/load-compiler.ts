import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { boundedMemory } from "./bounded-memory.ts";

/** The parts of a compiler, shared by all threads. */
export interface CompilerOrders {
  readonly module: WebAssembly.Module;
  readonly fonts: readonly Uint8Array[];
  /** Number of fonts that belong to this package; they are the first ones. */
  readonly embedded: number;
}

/** The fonts of text and formulas in the usual templates. */
const EMBEDDED = [
  "LibertinusSerif-Regular.otf",
  "LibertinusSerif-Italic.otf",
  "LibertinusSerif-Semibold.otf",
  "LibertinusSerif-SemiboldItalic.otf",
  "LibertinusSerif-Bold.otf",
  "LibertinusSerif-BoldItalic.otf",
  "NewCMMath-Regular.otf",
  "DejaVuSansMono.ttf",
  "DejaVuSansMono-Bold.ttf",
];

/** Compiled modules by memory limit: compilation takes a second, and threads share the code. */
const modules = new Map<number, Promise<WebAssembly.Module>>();

/** Loads the compiler with a memory limit and its fonts; the embedded ones come first. */
export async function loadCompiler(options: {
  readonly memoryBytes: number;
  readonly fonts: readonly Uint8Array[];
}): Promise<CompilerOrders> {
  const embedded = EMBEDDED.map((name) => readFile(new URL(`../../fonts/${name}`, import.meta.url)));
  const [module, ...fonts] = await Promise.all([moduleOf(options.memoryBytes), ...embedded]);
  return { module, fonts: [...fonts, ...options.fonts], embedded: fonts.length };
}

function moduleOf(memoryBytes: number): Promise<WebAssembly.Module> {
  const known = modules.get(memoryBytes);
  if (known) return known;
  const module = compileModule(memoryBytes);
  modules.set(memoryBytes, module);
  module.catch(() => modules.delete(memoryBytes));
  return module;
}

async function compileModule(memoryBytes: number): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve("@myriaddreamin/typst-ts-web-compiler/wasm");
  return WebAssembly.compile(boundedMemory(await readFile(path), memoryBytes));
}
