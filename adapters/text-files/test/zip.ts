import { crc32, deflateRawSync } from "node:zlib";

/** An entry of a test archive. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  /** Overrides the real checksum. */
  readonly crc32?: number;
  readonly isEncrypted?: boolean;
}

/** Deflated in advance: an archive may have very many empty entries. */
const NOTHING = deflateRawSync("");

/** Creates a ZIP with these entries, each deflated. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const bytes = Buffer.from(entry.bytes as Uint8Array);
    const deflated = bytes.length === 0 ? NOTHING : deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(entry.isEncrypted ? 1 : 0, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(entry.crc32 ?? crc32(bytes), 10);
    common.writeUInt32LE(deflated.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const file = Buffer.concat([Buffer.from("PK\x03\x04"), common, name, deflated]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\0"), common, rest, name]));
    files.push(file);
    offset += file.length;
  }
  const entriesBytes = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length % 65_536, 4);
  end.writeUInt16LE(entries.length % 65_536, 6);
  end.writeUInt32LE(entriesBytes.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, entriesBytes, Buffer.from("PK\x05\x06"), end]);
}
