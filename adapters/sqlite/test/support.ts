import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A temporary folder for database files; removed after the test. */
export function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "cartulary-sqlite-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "test.db");
}
