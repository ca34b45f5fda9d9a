/** Limits of a stored PDF. */
export const PDF_PAGES_MAX = 2_000;
export const PDF_BYTES_MAX = 67_108_864;

/** Maximum number of diagnostics. */
export const DIAGNOSTICS_MAX = 100;
const MESSAGE_LENGTH_MAX = 1_000;

/** Technical details of Typst's messages, which authors cannot use. */
const TECHNICAL: readonly (readonly [RegExp, string])[] = [
  [/ \(searched at [^)]*\)/g, ""],
  [/^failed to load file \(.*$/s, "file not found"],
  [/^failed to (?:down)?load package.*$/s, "packages cannot be used here"],
  [/^package not found.*$/s, "packages cannot be used here"],
  [/^cannot read file outside of project root.*$/s, "file not found"],
];

/** Splits a Typst message into text for the author and hints; typst.ts joins both in one string. */
export function messageForAuthor(message: string): { readonly message: string; readonly hint: string | null } {
  const bounded = message.slice(0, MESSAGE_LENGTH_MAX);
  const plain = TECHNICAL.reduce((text, [pattern, words]) => text.replace(pattern, words), bounded);
  const [first = "", ...hints] = plain.split(", hints: ");
  return { message: first, hint: hints.length === 0 ? null : hints.join("; ") };
}
