import { type Accept, parseAccept } from "hono/utils/accept";
import type { Answer } from "./answer.ts";
import { dispositionOf } from "./content.ts";

/** A body that is written while it is sent. */
export interface Text {
  /** What it is saved as. */
  readonly name: string;
  readonly pieces: Iterable<string>;
}

/** What an answer says that would have been another one to another Accept. */
export const VARIES: Readonly<Record<string, string>> = { Vary: "Accept" };

/**
 * Which of the types that are offered an Accept header prefers (RFC 9110 12.5.1); the first one where it likes several
 * alike, or none: whoever asks for what there is not gets what there is.
 */
export function preferredType(accept: string | null, offered: readonly [string, ...string[]]): string {
  const ranges = parseAccept(accept ?? "*/*");
  const judged = offered.map((type) => ({ type, ...likingOf(ranges, type) }));
  const liked = judged.filter(({ quality }) => quality > 0);
  const [best] = liked.sort((one, other) => other.quality - one.quality || other.precision - one.precision);
  return best?.type ?? offered[0];
}

/** How much a type is liked: the most precise range that it falls into says so. */
function likingOf(ranges: readonly Accept[], type: string): { quality: number; precision: number } {
  const names = ["*/*", type.replace(/\/.*/, "/*"), type];
  const found = ranges
    .map(({ type: range, q: quality }) => ({ quality, precision: names.indexOf(range.toLowerCase()) }))
    .filter(({ precision }) => precision >= 0)
    .sort((one, other) => other.precision - one.precision);
  return found[0] ?? { quality: 0, precision: -1 };
}

/** A text that is saved under its name, written as it is sent. */
export function textAnswer(status: number, type: string, { name, pieces }: Text): Answer {
  const headers = {
    ...VARIES,
    "Content-Type": `${type}; charset=utf-8`,
    "Content-Disposition": dispositionOf(name, "attachment"),
    "X-Content-Type-Options": "nosniff",
  };
  return { status, headers, body: encoded(pieces) };
}

/** Text as it is sent, piece by piece. */
export async function* encoded(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}
