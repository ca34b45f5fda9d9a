import { expect, it } from "vitest";
import { crc32 } from "../src/tokens/token-format.ts";

// "123456789" is the check value of CRC-32/ISO-HDLC; the others were computed by zlib.
it.each([
  ["", 0],
  ["123456789", 0xcb_f4_39_26],
  ["a", 0xe8_b7_be_43],
  ["The quick brown fox jumps over the lazy dog", 0x41_4f_a3_39],
])("the checksum of %j equals that of other tools", (text, checksum) => {
  expect(crc32(text)).toBe(checksum);
});
