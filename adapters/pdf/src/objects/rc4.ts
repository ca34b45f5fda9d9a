/** The RC4 cipher of old PDF files, which Node.js' OpenSSL no longer provides. */
export function rc4(key: Uint8Array, bytes: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (one: number, other: number) => {
    const value = state[one] as number;
    state[one] = state[other] as number;
    state[other] = value;
  };
  for (let at = 0, other = 0; at < 256; at += 1) {
    other = (other + (state[at] as number) + (key[at % key.byteLength] as number)) & 255;
    swap(at, other);
  }
  const output = Buffer.allocUnsafe(bytes.byteLength);
  for (let at = 0, one = 0, other = 0; at < bytes.byteLength; at += 1) {
    one = (one + 1) & 255;
    other = (other + (state[one] as number)) & 255;
    swap(one, other);
    const mask = state[((state[one] as number) + (state[other] as number)) & 255] as number;
    output[at] = (bytes[at] as number) ^ mask;
  }
  return output;
}
