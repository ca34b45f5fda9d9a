import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PLACE, pdfMergerContract } from "@cartulary/ports/uploads";
import { afterAll, expect, it } from "vitest";
import { createPdfMerger } from "../src/index.ts";
import { readPdf } from "./read-pdf.ts";

const merger = createPdfMerger();
afterAll(() => merger.close());

pdfMergerContract("The merger in children", {
  create: () => merger,
  async read(pdf) {
    requireWellFormed(pdf);
    return readPdf(pdf);
  },
});

/** Checks with qpdf, if installed: no other tool checks as much of the structure. */
function requireWellFormed(pdf: Uint8Array): void {
  const directory = mkdtempSync(join(tmpdir(), "merged-"));
  try {
    const file = join(directory, "merged.pdf");
    writeFileSync(file, pdf);
    const { error, status, stdout } = spawnSync("qpdf", ["--check", file], { encoding: "utf8" });
    if (!error) expect(status, stdout).toBe(0);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Kills its process in the middle of an endless PDF. */
async function* endless(): AsyncIterable<Uint8Array> {
  yield Buffer.from("%PDF-1.7\n");
  for (;;) yield Buffer.alloc(4_194_304, "1 0 obj\n");
}

it("a source that exceeds memory or time is reported, and the next merge works", async () => {
  await using bounded = disposable(createPdfMerger({ memoryBytes: 200_000_000, children: 1 }));
  await expect(bounded.value.inspect({ open: endless }, PLACE)).rejects.toMatchObject({ reason: "memory", index: 0 });
  await expect(
    bounded.value
      .merge([{ open: endless }], PLACE)
      [Symbol.asyncIterator]()
      .next(),
  ).rejects.toMatchObject({
    ...{ name: "MergeError", reason: "memory", index: 0 },
  });
  await using hurried = disposable(createPdfMerger({ cpuMilliseconds: 1, children: 1 }));
  await expect(hurried.value.inspect({ open: endless }, PLACE)).rejects.toMatchObject({ reason: "timeout" });
});

it("a merger that is closed answers 503", async () => {
  const closed = createPdfMerger();
  await closed.close();
  await expect(closed.inspect({ open: endless }, PLACE)).rejects.toMatchObject({
    kind: "unavailable",
    retryAfterSeconds: 2,
  });
});

function disposable<Closable extends { close(): Promise<void> }>(value: Closable) {
  return { value, [Symbol.asyncDispose]: () => value.close() };
}
