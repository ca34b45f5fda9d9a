import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { boundedMemory } from "./bounded-memory.ts";

/** What a compiler is made of, once for all threads. */
export interface CompilerOrders {
  readonly module: WebAssembly.Module;
  readonly fonts: readonly Uint8Array[];
  /** How many of the fonts come with this package: the first ones. */
  readonly embedded: number;
}

/** The faces that text and formulas of the usual templates are set in. */
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

/** Compiled compilers by the bytes that they can grow to: that takes a second, and each thread shares the code. */
const modules = new Map<number, Promise<WebAssembly.Module>>();

/** A compiler with a bound on its memory, and the fonts that come with it before others. */
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
  const module = compiledModule(memoryBytes);
  modules.set(memoryBytes, module);
  module.catch(() => modules.delete(memoryBytes));
  return module;
}

async function compiledModule(memoryBytes: number): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve("@myriaddreamin/typst-ts-web-compiler/wasm");
  return WebAssembly.compile(boundedMemory(await readFile(path), memoryBytes));
}
