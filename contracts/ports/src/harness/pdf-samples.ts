/** What a sample has beside its texts. */
interface SampleOptions {
  readonly trailer?: string;
  /** After each text, so that the file is longer. */
  readonly blanks?: number;
}

/** A PDF of one page a text, in A5, made without any library. */
export function pdfOf(texts: readonly string[], { trailer = "", blanks = 0 }: SampleOptions = {}): Uint8Array {
  const pages = texts.map((_, index) => 4 + 2 * index);
  const bodies = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${texts.length} /Kids [${pages.map((number) => `${number} 0 R`).join(" ")}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...texts.flatMap((text, index) => {
      const content = `BT /F1 24 Tf 40 500 Td (${text}) Tj ET${" ".repeat(blanks)}`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Contents ${5 + 2 * index} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  return fileOf(bodies, trailer);
}

/** The objects of a PDF, numbered from 1, with the table that says where each begins. */
function fileOf(bodies: readonly string[], trailer: string): Uint8Array {
  let text = "%PDF-1.7\n";
  const starts = bodies.map((body, index) => {
    const start = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return start;
  });
  const table = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  const size = bodies.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}`;
  const xref = text.lastIndexOf("xref\n0 ");
  text += `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}

/** A PDF that opens with a password only, as far as its trailer goes. */
export const encryptedPdf = (): Uint8Array =>
  pdfOf(["secret"], { trailer: "/Encrypt << /Filter /Standard /V 1 /R 2 /O (x) /U (x) /P -4 >> /ID [<00> <00>]" });
