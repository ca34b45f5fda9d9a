/** More pages than anybody reads, and more bytes than a host can hold: what is larger is not stored. */
export const PDF_PAGES_MAX = 2_000;
export const PDF_BYTES_MAX = 67_108_864;

/** More diagnostics than anybody reads. */
export const DIAGNOSTICS_MAX = 100;
const MESSAGE_LENGTH_MAX = 1_000;

/** What Typst says of the machine that it runs on, and what an author can make nothing of. */
const TECHNICAL: readonly (readonly [RegExp, string])[] = [
  [/ \(searched at [^)]*\)/g, ""],
  [/^failed to load file \(.*$/s, "file not found"],
  [/^failed to (?:down)?load package.*$/s, "packages cannot be used here"],
  [/^package not found.*$/s, "packages cannot be used here"],
  [/^cannot read file outside of project root.*$/s, "file not found"],
];

/** A message of Typst in words for an author, and apart from it what may help: typst.ts writes both in one. */
export function authorWords(message: string): { readonly message: string; readonly hint: string | null } {
  const bounded = message.slice(0, MESSAGE_LENGTH_MAX);
  const plain = TECHNICAL.reduce((text, [pattern, words]) => text.replace(pattern, words), bounded);
  const [first = "", ...hints] = plain.split(", hints: ");
  return { message: first, hint: hints.length === 0 ? null : hints.join("; ") };
}
