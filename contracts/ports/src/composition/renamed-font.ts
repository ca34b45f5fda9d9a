/** A font under another name of as many letters: one that no machine has. */
export function renamedFont(font: Uint8Array, name: string, newName: string): Uint8Array {
  const renamed = Buffer.from(font);
  const inUtf16 = (text: string) => Buffer.from(text, "utf16le").swap16();
  for (const encoded of [inUtf16, (text: string) => Buffer.from(text, "latin1")]) {
    const family = encoded(name);
    for (let at = renamed.indexOf(family); at !== -1; at = renamed.indexOf(family, at + 1)) {
      encoded(newName).copy(renamed, at);
    }
  }
  return renamed;
}
