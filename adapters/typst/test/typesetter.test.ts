import {
  DUDS,
  MEMORY_BOMBS,
  TIME_BOMBS,
  typesetRequest,
  typesetterBombs,
  typesetterContract,
} from "@cartulary/ports/composition";
import { afterAll, expect, it } from "vitest";
import { createTypesetter } from "../src/index.ts";

const usual = createTypesetter({ milliseconds: 60_000, children: 1 });
const other = createTypesetter({ milliseconds: 60_000, children: 1 });
const hurried = createTypesetter({ milliseconds: 3_000, children: 2 });
const small = createTypesetter({ milliseconds: 60_000, memoryBytes: 300_000_000, children: 2 });
afterAll(() => Promise.all([usual, other, hurried, small].map((typesetter) => typesetter.close())));

typesetterContract("Typst in children", { create: () => usual, another: () => other, archival: true });
typesetterBombs("Typst in children", () => hurried, TIME_BOMBS);
typesetterBombs("Typst in children", () => small, MEMORY_BOMBS);

it("ends what takes too long to be read as Markdown", async () => {
  const hasty = createTypesetter({ milliseconds: 500, children: 1 });
  const markdown = "A text of nothing but words. ".repeat(8_000);
  const files = Array.from({ length: 30 }, (_, index) => ({ path: `/parts/${index}.typ`, markdown, labels: "p" }));
  const request = typesetRequest("= Bail");
  const ended = await hasty.typeset({ ...request, files: [...request.files, ...files] });
  expect(ended).toEqual({ outcome: "failed", cause: "timeout", diagnostics: [] });
  await hasty.close();
});

it.each(DUDS)("compiles or refuses like any other: %s", async (source) => {
  const result = await usual.typeset(typesetRequest(source));
  if (result.outcome === "failed")
    expect(result).toMatchObject({ cause: "error", diagnostics: [{ severity: "error" }] });
});

it("answers 503 when it is closed", async () => {
  const closed = createTypesetter();
  await closed.close();
  const refused = closed.typeset(typesetRequest("x"));
  await expect(refused).rejects.toMatchObject({ kind: "unavailable", code: "compilation_busy", retryAfterSeconds: 1 });
});
