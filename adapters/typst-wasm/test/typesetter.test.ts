import { readFileSync } from "node:fs";
import {
  HARMLESS_SOURCES,
  MEMORY_ATTACKS,
  renamedFont,
  TIME_ATTACKS,
  typesetRequest,
  typesetterContract,
  typesetterResourceAttacks,
} from "@cartulary/ports/composition";
import { afterAll, expect, it } from "vitest";
import { createWasmTypesetter } from "../src/index.ts";

/** One memory limit for all tests, so that the module is compiled once. */
const memoryBytes = 80_000_000;
const usual = createWasmTypesetter({ memoryBytes, cpuMilliseconds: 60_000, workers: 2 });
const other = createWasmTypesetter({ memoryBytes, cpuMilliseconds: 60_000 });
const hurried = createWasmTypesetter({ memoryBytes, cpuMilliseconds: 1_500, workers: 2 });
afterAll(() => Promise.all([usual, other, hurried].map((typesetter) => typesetter.close())));

typesetterContract("Typst in threads", { create: () => usual, another: () => other, archival: false, pages: 1_500 });
typesetterResourceAttacks("Typst in threads", () => usual, MEMORY_ATTACKS);
typesetterResourceAttacks("Typst in threads", () => hurried, TIME_ATTACKS);

it.each(HARMLESS_SOURCES)("compiles or rejects like any other: %s", async (source) => {
  const result = await usual.typeset(typesetRequest(source));
  if (result.outcome === "failed")
    expect(result).toMatchObject({ cause: "error", diagnostics: [{ severity: "error" }] });
});

it("answers 503 when it is closed", async () => {
  const closed = createWasmTypesetter({ memoryBytes });
  await closed.close();
  const refused = closed.typeset(typesetRequest("x"));
  await expect(refused).rejects.toMatchObject({ kind: "unavailable", code: "compilation_busy", retryAfterSeconds: 1 });
});

it("uses and lists the fonts that it receives", async () => {
  const own = readFileSync(new URL("../fonts/DejaVuSansMono.ttf", import.meta.url));
  const fonts = [renamedFont(own, "DejaVu Sans Mono", "Nobody Else Mono")];
  const handed = createWasmTypesetter({ memoryBytes, cpuMilliseconds: 60_000, fonts });
  const { families, fontPaths } = await handed.fonts("u" as never);
  expect(families.map(({ name, source, variants }) => [name, source, variants.length])).toEqual([
    ["DejaVu Sans Mono", "embedded", 2],
    ["Libertinus Serif", "embedded", 6],
    ["New Computer Modern Math", "embedded", 1],
    ["Nobody Else Mono", "path", 1],
  ]);
  expect(fontPaths).toEqual([]);
  const result = await handed.typeset(typesetRequest('#set text(font: "Nobody Else Mono")\nBail'));
  expect(result).toMatchObject({ outcome: "typeset", warnings: [{ message: expect.stringContaining("no PDF/A") }] });
  await handed.close();
});
