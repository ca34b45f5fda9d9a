import { textOfUnits } from "@cartulary/kernel";
import type { ExportedFile, ExportedVersion, ExportItem } from "./export-items.ts";
import type { ExportRecords } from "./ports.ts";

/** An item of an export in the list that is kept with it. */
export interface ExportLine {
  readonly kind: ExportItem["kind"];
  /** The document's id; `null` for other items. */
  readonly documentId: string | null;
  /** The line of the metadata without its end; `null` for archived contents. */
  readonly metadata: string | null;
  /** Its bytes: none for a folder. */
  readonly files: readonly ExportedFile[];
}

/** Returns the line of an item. */
export function exportLine(item: ExportItem, records: ExportRecords): ExportLine {
  const { kind, path } = item;
  if (kind === "versions") return { kind, documentId: null, metadata: null, files: item.versions.map(fileOf) };
  const { permissions } = item;
  if (kind === "folder") {
    const line = metadataLine({ path, ...records.folder(item.record), permissions });
    return { kind, documentId: null, metadata: line, files: [] };
  }
  const versions = item.versions.map((version) => ({ path: version.path, ...records.version(version.record) }));
  // The search index changes without a change of the archive: the same archive must give the same bytes.
  const { text_status: _, ...record } = records.document(item.record);
  const line = metadataLine({ path, ...record, versions, permissions });
  const { id: documentId, blobKey, byteSize, sha256 } = item.record;
  return { kind, documentId, metadata: line, files: [{ path, blobKey, byteSize, sha256 }] };
}

const metadataLine = (fields: object): string => JSON.stringify(fields);

const fileOf = ({ path, record: { blobKey, byteSize, sha256 } }: ExportedVersion): ExportedFile => ({
  ...{ path, blobKey, byteSize, sha256 },
});

/** Writes a line in ASCII, so that no character spans two pieces of bytes. */
export const writtenLine = (line: ExportLine): string =>
  `${JSON.stringify(line).replace(/[\u007f-\uffff]/g, escaped)}\n`;

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

const LINE_FEED = 0x0a;

/** Reads the lines that {@link writtenLine} wrote. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ExportLine> {
  let begun: string[] = [];
  for await (const piece of bytes) {
    const lines: string[] = [];
    let start = 0;
    for (let end = piece.indexOf(LINE_FEED); end !== -1; end = piece.indexOf(LINE_FEED, start)) {
      begun.push(textOfUnits(piece.subarray(start, end)));
      lines.push(begun.join(""));
      begun = [];
      start = end + 1;
    }
    begun.push(textOfUnits(piece.subarray(start)));
    for (const line of lines) yield JSON.parse(line) as ExportLine;
  }
}
