/** Decodes the bytes of a name, one character per byte: `#20` is a space. */
export function nameBytes(text: string): string {
  return text.replace(/#([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
