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

typesetterContract("Typst in children", { create: () => usual, another: () => other });
typesetterBombs("Typst in children", () => hurried, TIME_BOMBS);
typesetterBombs("Typst in children", () => small, MEMORY_BOMBS);

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
