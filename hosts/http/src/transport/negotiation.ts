import { type Accept, parseAccept } from "hono/utils/accept";
import type { Answer } from "./answer.ts";
import { dispositionOf } from "./download.ts";

/** A text that is generated while it is sent. */
export interface Text {
  /** Its file name. */
  readonly name: string;
  readonly pieces: Iterable<string>;
}

/** The header of responses that depend on Accept. */
export const VARY_ACCEPT: Readonly<Record<string, string>> = { Vary: "Accept" };

/** Returns the type that an Accept header prefers (RFC 9110 12.5.1); the first one for equal preference or none. */
export function preferredType(accept: string | null, offered: readonly [string, ...string[]]): string {
  const ranges = parseAccept(accept ?? "*/*");
  const rated = offered.map((type) => ({ type, ...qualityOf(ranges, type) }));
  const accepted = rated.filter(({ quality }) => quality > 0);
  const [best] = accepted.sort((one, other) => other.quality - one.quality || other.precision - one.precision);
  return best?.type ?? offered[0];
}

/** Returns the quality of a type, from the most precise matching range. */
function qualityOf(ranges: readonly Accept[], type: string): { quality: number; precision: number } {
  const names = ["*/*", type.replace(/\/.*/, "/*"), type];
  const found = ranges
    .map(({ type: range, q: quality }) => ({ quality, precision: names.indexOf(range.toLowerCase()) }))
    .filter(({ precision }) => precision >= 0)
    .sort((one, other) => other.precision - one.precision);
  return found[0] ?? { quality: 0, precision: -1 };
}

/** A response with a text to save, generated while it is sent. */
export function textResponse(status: number, type: string, { name, pieces }: Text): Answer {
  const headers = {
    ...VARY_ACCEPT,
    "Content-Type": `${type}; charset=utf-8`,
    "Content-Disposition": dispositionOf(name, "attachment"),
    "X-Content-Type-Options": "nosniff",
  };
  return { status, headers, body: encodeUtf8(pieces) };
}

/** Encodes text piece by piece. */
export async function* encodeUtf8(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}
