/** The smallest A4 page that a reader will show: one font, some lines (ISO 32000-1, 7.5). */
export function pdf(title: string, lines: readonly string[]): Uint8Array {
  const text = [`/F1 16 Tf 72 770 Td (${escaped(title)}) Tj /F1 11 Tf 0 -18 Td`];
  for (const line of lines) text.push(`0 -16 Td (${escaped(line)}) Tj`);
  const page = `BT ${text.join("\n")} ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ];
  let file = "%PDF-1.4\n";
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(file.length);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + trailer, "latin1");
}

/** What WinAnsiEncoding has beyond Latin-1 and French wants. */
const BEYOND_LATIN_1: Readonly<Record<string, string>> = { "€": "\\200", "’": "\\222", "–": "\\226", œ: "\\234" };

function escaped(text: string): string {
  return text.replace(/[\\()]/g, "\\$&").replace(/[^\0-\u00ff]/g, (letter) => BEYOND_LATIN_1[letter] ?? "?");
}
