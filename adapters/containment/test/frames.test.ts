import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFrameReader, FrameError, frameOf } from "../src/frames.ts";

const MIB = 1_048_576;

function readIn(bytes: Uint8Array, pieceBytes: number, partBytesMax = MIB): readonly unknown[] {
  const taken: unknown[] = [];
  const read = createFrameReader(partBytesMax, (message) => taken.push(message));
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) read(Buffer.from(bytes.subarray(at, at + pieceBytes)));
  return taken;
}

const written = (...messages: readonly unknown[]) => Buffer.concat(messages.flatMap(frameOf));

describe("frames", () => {
  const bytes = fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array));
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("\0", "\x000,1", "\0\0", "__proto__"));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.integer(),
      fc.constantFrom(null, true),
      bytes,
      tie("list"),
      tie("record"),
    ),
    list: fc.array(tie("value"), { maxLength: 4 }),
    record: fc.dictionary(text, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  }));

  it("preserve each message, however the bytes are split", () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 4 }), fc.integer({ min: 1, max: 30 }), (messages, pieceBytes) => {
        expect(readIn(written(...messages), pieceBytes)).toEqual(messages);
      }),
    );
  });

  it("do not copy the bytes of a message that they write", () => {
    const piece = Buffer.alloc(262_144);
    expect(frameOf({ kind: "piece", bytes: piece })[1]).toBe(piece);
  });

  it.each([
    ["a text longer than is allowed", headOf(MIB + 1, 0)],
    ["more bytes than are allowed", headOf(2, MIB + 1)],
    ["a text that is no JSON", Buffer.concat([headOf(1, 0), Buffer.from("{")])],
    ["bytes that are not there", Buffer.concat([headOf(11, 0), Buffer.from('"\\u00000,9"')])],
    ["a place that is none", Buffer.concat([headOf(11, 0), Buffer.from('"\\u0000-,9"')])],
  ])("are refused with %s", (_, bytes) => {
    expect(() => readIn(bytes, 7)).toThrow(FrameError);
  });
});

function headOf(textBytes: number, bytes: number): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(textBytes, 0);
  head.writeUInt32BE(bytes, 4);
  return head;
}
