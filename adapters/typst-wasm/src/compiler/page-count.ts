/** The first object of every PDF that Typst writes is the root of its pages; nothing of an author comes before it. */
const BEGINNING = /^%PDF-1\.7\n%[^\n]*\n+1 0 obj\n<<\n\s*\/Type \/Pages\n\s*\/Count (\d+)\n/;
const BEGINNING_BYTES = 200;

/** How many pages a PDF of Typst has. */
export function pageCountOf(pdf: Uint8Array): number {
  const [, count] = BEGINNING.exec(new TextDecoder("latin1").decode(pdf.subarray(0, BEGINNING_BYTES))) ?? [];
  if (count === undefined) throw new Error("The PDF does not begin with its pages");
  return Number(count);
}
