import type { ClassificationEntry } from "../records/classification-plan.ts";

/**
 * Writes a plan as its import reads it (documents.md 2.3); the header alone without entries. Values stay unchanged, unlike
 * in files for spreadsheets: codes must match those of documents.
 */
export function planCsv(entries: readonly ClassificationEntry[]): string {
  const rows = entries.map(({ code, label, parentCode, keywords }) => [
    code,
    label,
    parentCode ?? "",
    keywords.join(";"),
  ]);
  return [["code", "label", "parent_code", "keywords"], ...rows]
    .map((row) => `${row.map(quoted).join(",")}\n`)
    .join("");
}

const quoted = (value: string): string =>
  /[",\r\n]/.test(value) || value !== value.trim() ? `"${value.replaceAll('"', '""')}"` : value;
