import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Files of a bag by path. */
export type BagFiles = Readonly<Record<string, string | Uint8Array>>;

export const DECLARATION = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n";

/** Writes the lines of a manifest over some files. */
export const manifestOf = (algorithm: string, files: BagFiles): string =>
  Object.entries(files)
    .map(([path, content]) => `${createHash(algorithm).update(content).digest("hex")}  ${path}\n`)
    .join("");

/** A valid bag of version 1.0 with these files, and a manifest for each algorithm. */
export const bagOf = (payload: BagFiles, ...algorithms: readonly string[]): BagFiles => ({
  "bagit.txt": DECLARATION,
  ...payload,
  ...Object.fromEntries(algorithms.map((name) => [`manifest-${name}.txt`, manifestOf(name, payload)])),
});

/** Writes files below a folder. */
export async function writeFiles(folder: string, files: BagFiles): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}
