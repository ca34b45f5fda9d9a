import { join } from "node:path";
import { expect, it } from "vitest";
import { programArguments, startProcess } from "../../support/cartulary-process.ts";

/** Packing, judging and installing thirty packages, then running them on three runtimes, on a busy machine. */
const PATIENCE_MS = 1_800_000;

it(
  "the packed packages install offline, compile and run on each runtime",
  async () => {
    const words = programArguments([join("test/release/check.ts")]);
    await using check = startProcess(process.execPath, words, {}, join(import.meta.dirname, "../../.."));
    const { code } = await check.ended;
    const failures = check.output.stdout.split("\n").filter((line) => line.startsWith("FAILED"));
    expect({ code, failures }).toEqual({ code: 0, failures: [] });
    expect(check.output.stdout).toContain("The packages are ready");
  },
  PATIENCE_MS,
);
