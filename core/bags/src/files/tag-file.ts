/** A label and its value, as in bag-info.txt. */
export interface TagField {
  readonly label: string;
  readonly value: string;
}

/** Parses a tag file (RFC 8493 section 2.2.2): an indented line continues the value before it. `null` if malformed. */
export function parseTagFile(text: string): readonly TagField[] | null {
  const fields: TagField[] = [];
  for (const line of linesOf(text)) {
    if (line.trim() === "") continue;
    const last = fields.at(-1);
    if (/^[ \t]/.test(line) && last) {
      fields[fields.length - 1] = { ...last, value: `${last.value} ${line.trim()}` };
      continue;
    }
    const colon = line.indexOf(":");
    if (colon < 1) return null;
    fields.push({ label: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() });
  }
  return fields;
}

/** Splits text at LF, CR or CRLF. */
export const linesOf = (text: string): readonly string[] => text.split(/\r\n|\r|\n/);

/** Writes a tag file, one field a line; line breaks in values become spaces. */
export const tagFile = (fields: readonly TagField[]): string =>
  fields.map(({ label, value }) => `${label}: ${value.replace(/\s+/g, " ").trim()}\n`).join("");

/** The file that makes a folder a bag. */
export const BAG_DECLARATION = "bagit.txt";

/** The declaration of our bags. */
export const BAG_DECLARATION_TEXT: string = tagFile([
  { label: "BagIt-Version", value: "1.0" },
  { label: "Tag-File-Character-Encoding", value: "UTF-8" },
]);

/** Contents of a bag-info.txt. */
export interface BagInfo {
  readonly sourceOrganization: string;
  /** `YYYY-MM-DD`. */
  readonly baggingDate: string;
  readonly externalIdentifier: string;
  readonly payloadBytes: number;
  readonly payloadFiles: number;
}

/** Writes bag-info.txt (RFC 8493 section 2.2.2). */
export function bagInfo(info: BagInfo): string {
  return tagFile([
    { label: "Source-Organization", value: info.sourceOrganization },
    { label: "Bagging-Date", value: info.baggingDate },
    { label: "Payload-Oxum", value: `${info.payloadBytes}.${info.payloadFiles}` },
    { label: "External-Identifier", value: info.externalIdentifier },
  ]);
}
