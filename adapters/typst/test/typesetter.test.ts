import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { STANDING_RULES } from "@cartulary/composition/source";
import {
  compositionRequest,
  HARMLESS_SOURCES,
  MEMORY_ATTACKS,
  renamedFont,
  TIME_ATTACKS,
  typesetRequest,
  typesetterContract,
  typesetterResourceAttacks,
} from "@cartulary/ports/composition";
import { afterAll, describe, expect, it } from "vitest";
import { findFonts } from "../src/fonts/fonts.ts";
import { createTypesetter } from "../src/index.ts";

const usual = createTypesetter({ cpuMilliseconds: 60_000, children: 1 });
const other = createTypesetter({ cpuMilliseconds: 60_000, children: 1 });
const hurried = createTypesetter({ cpuMilliseconds: 3_000, children: 2 });
const small = createTypesetter({ cpuMilliseconds: 60_000, memoryBytes: 300_000_000, children: 2 });
afterAll(() => Promise.all([usual, other, hurried, small].map((typesetter) => typesetter.close())));

typesetterContract("Typst in children", { create: () => usual, another: () => other, archival: true });
typesetterResourceAttacks("Typst in children", () => hurried, TIME_ATTACKS);
typesetterResourceAttacks("Typst in children", () => small, MEMORY_ATTACKS);

it("ends Markdown that takes too long to parse", async () => {
  const hasty = createTypesetter({ cpuMilliseconds: 500, children: 1 });
  const markdown = "A text of nothing but words. ".repeat(8_000);
  const parts = Array.from({ length: 30 }, () => ({ content: markdown }));
  const ended = await hasty.typeset(compositionRequest({}, parts));
  expect(ended).toEqual({ outcome: "failed", cause: "timeout", diagnostics: [] });
  await hasty.close();
});

it.each(HARMLESS_SOURCES)("compiles or rejects like any other: %s", async (source) => {
  const result = await usual.typeset(typesetRequest(source));
  if (result.outcome === "failed")
    expect(result).toMatchObject({ cause: "error", diagnostics: [{ severity: "error" }] });
});

it("has no system fonts", async () => {
  const installed = await findFonts(["/usr/share/fonts", "/usr/local/share/fonts"]);
  const names = installed.families.filter(({ source }) => source === "path").map(({ name }) => name);
  const { families } = await usual.fonts("u" as never);
  expect(families.every(({ source }) => source === "embedded")).toBe(true);
  for (const name of ["Unknown Sans", ...names.slice(0, 3)]) {
    const result = await usual.typeset(typesetRequest(`#text(font: "${name}")[Bail]`));
    expect(result).toMatchObject({ outcome: "typeset", archival: true });
    const messages = result.outcome === "typeset" && result.warnings.map(({ message }) => message);
    expect(messages).toEqual([`unknown font family: ${name.toLowerCase()}`]);
  }
});

describe("a directory of fonts", () => {
  const folder = mkdtempSync(join(tmpdir(), "fonts-"));
  const own = readFileSync(new URL("../../typst-wasm/fonts/DejaVuSansMono.ttf", import.meta.url));
  writeFileSync(join(folder, "nobody.ttf"), renamedFont(own, "DejaVu Sans Mono", "Nobody Else Mono"));
  const withFolder = createTypesetter({ cpuMilliseconds: 60_000, children: 1, fontPaths: [folder] });
  afterAll(async () => {
    await withFolder.close();
    rmSync(folder, { recursive: true });
  });

  it("provides fonts by name", async () => {
    const { families } = await withFolder.fonts("u" as never);
    expect(families.filter(({ source }) => source === "path")).toMatchObject([{ name: "Nobody Else Mono" }]);
    const result = await withFolder.typeset(typesetRequest('#text(font: "Nobody Else Mono")[Bail]'));
    expect(result).toMatchObject({ outcome: "typeset", archival: true, warnings: [] });
  });

  it("does not replace glyphs of embedded families", async () => {
    const request = typesetRequest(`${STANDING_RULES}Bail ☑ ☐ ☒ ✓ ✗ ☎ → ≤ ﬁ`);
    expect(await withFolder.typeset(request)).toEqual(await usual.typeset(request));
  });
});

it("answers 503 when it is closed", async () => {
  const closed = createTypesetter();
  await closed.close();
  const refused = closed.typeset(typesetRequest("x"));
  await expect(refused).rejects.toMatchObject({ kind: "unavailable", code: "compilation_busy", retryAfterSeconds: 1 });
});
