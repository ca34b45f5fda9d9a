import { expect, it } from "vitest";
import { boundedMemory } from "../src/compiler/bounded-memory.ts";

/** A module that exports one memory with these limits. */
const moduleOf = (limits: readonly number[]): Uint8Array =>
  Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[5, limits.length + 1, 1, ...limits],
    ...[7, 5, 1, 1, 0x6d, 2, 0],
  ]);

const PAGE = 65_536;

/** All runtimes have it, but not the types of Node.js. */
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: {
    instantiate(module: Uint8Array): Promise<{ readonly instance: { readonly exports: { readonly m: Memory } } }>;
  };
};

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

async function grown(module: Uint8Array, pages: number): Promise<number> {
  const { m } = (await WebAssembly.instantiate(module)).instance.exports;
  m.grow(pages);
  return m.buffer.byteLength / PAGE;
}

it("lets a memory grow to its bound and no further", async () => {
  const bounded = boundedMemory(moduleOf([0, 2]), 300 * PAGE + 1);
  expect(await grown(bounded, 298)).toBe(300);
  await expect(grown(bounded, 299)).rejects.toThrow(RangeError);
});

it("keeps the initial memory of a module", async () => {
  expect(await grown(boundedMemory(moduleOf([0, 2]), PAGE), 0)).toBe(2);
});

it.each([
  ["that has a maximum already", moduleOf([1, 2, 3]), "must have one memory without a maximum"],
  ["of 64 bits", moduleOf([4, 2]), "must have one memory without a maximum"],
  ["that has none", Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]), "has no memory of its own"],
  ["that is cut off", moduleOf([0, 2]).subarray(0, 9), "ends within a number"],
])("refuses a module %s", (_, module, message) => {
  expect(() => boundedMemory(module, PAGE)).toThrow(message);
});
