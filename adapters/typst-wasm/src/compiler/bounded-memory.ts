const PAGE_BYTES = 65_536;
const MEMORY_SECTION = 5;
const HEADER_BYTES = 8;

/**
 * Returns the WebAssembly module with a maximum for its only memory, because no option for this exists in all runtimes.
 * Throws unless the module has exactly one memory without a maximum.
 */
export function boundedMemory(module: Uint8Array, bytes: number): Uint8Array<ArrayBuffer> {
  for (let at = HEADER_BYTES; at < module.byteLength; ) {
    const id = module[at];
    const size = unsignedAt(module, at + 1);
    const end = size.next + size.value;
    if (id === MEMORY_SECTION) {
      const minimum = memoryMinimum(module.subarray(size.next, end));
      const limits = [
        1,
        1,
        ...encodeUnsigned(minimum),
        ...encodeUnsigned(Math.max(minimum, Math.trunc(bytes / PAGE_BYTES))),
      ];
      const section = Uint8Array.from([MEMORY_SECTION, ...encodeUnsigned(limits.length), ...limits]);
      return concat(module.subarray(0, at), section, module.subarray(end));
    }
    at = end;
  }
  throw new Error("The module has no memory of its own");
}

/** Returns the minimum of a single memory without a maximum. */
function memoryMinimum(section: Uint8Array): number {
  const [count, flags] = section;
  const minimum = unsignedAt(section, 2);
  if (count !== 1 || flags !== 0 || minimum.next !== section.byteLength)
    throw new Error("The module must have one memory without a maximum");
  return minimum.value;
}

/** Reads a LEB128 number. */
function unsignedAt(bytes: Uint8Array, start: number): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let index = 0; index < 5; index += 1) {
    const byte = bytes[start + index];
    if (byte === undefined) break;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, next: start + index + 1 };
  }
  throw new Error("The module ends within a number");
}

function encodeUnsigned(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...encodeUnsigned(Math.trunc(value / 0x80))];
}

function concat(...pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}
