/** The first object of every PDF by Typst is the root of its pages; no author content precedes it. */
const BEGINNING = /^%PDF-1\.7\n%[^\n]*\n+1 0 obj\n<<\n\s*\/Type \/Pages\n\s*\/Count (\d+)\n/;
const BEGINNING_BYTES = 200;

/** Returns the number of pages of a PDF by Typst. */
export function pageCountOf(pdf: Uint8Array): number {
  const [, count] = BEGINNING.exec(new TextDecoder("latin1").decode(pdf.subarray(0, BEGINNING_BYTES))) ?? [];
  if (count === undefined) throw new Error("The PDF does not begin with its pages");
  return Number(count);
}
