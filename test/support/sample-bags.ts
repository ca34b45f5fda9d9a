import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";

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

/** The fields of a file in a ZIP, where they contradict the other fields. */
interface Claims {
  readonly claimedBytes?: number;
  readonly unixMode?: number;
}

/** A ZIP of deflated files. */
export function zipOf(files: BagFiles, claims: Readonly<Record<string, Claims>> = {}): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of Object.entries(files)) {
    const [name, bytes] = [Buffer.from(path), Buffer.from(content)];
    const body = deflateRawSync(bytes);
    const { claimedBytes = bytes.byteLength, unixMode = 0o100644 } = claims[path] ?? {};
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(body.byteLength, 14);
    common.writeUInt32LE(claimedBytes, 18);
    common.writeUInt16LE(name.byteLength, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((unixMode << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from("504b0304", "hex"), common, name, body]);
    locals.push(local);
    centrals.push(Buffer.concat([Buffer.from("504b01021403", "hex"), common, tail, name]));
    offset += local.byteLength;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.writeUInt32BE(0x504b0506, 0);
  end.writeUInt16LE(centrals.length, 8);
  end.writeUInt16LE(centrals.length, 10);
  end.writeUInt32LE(directory.byteLength, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
