import { codePoints, fold } from "@cartulary/kernel";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Dialect } from "../engine/dialect.ts";
import type { PartComparison } from "../engine/substring-index.ts";

/** A folded column to search. */
export interface SearchColumn extends PartComparison {
  readonly text: RawBuilder<unknown>;
  readonly position: Dialect["position"];
}

/** A parameter whose value Postgres may use for planning. */
export const plannedValue = (value: string): RawBuilder<unknown> => sql`${value}`;

/** Compiles the condition of a search for a value of the client. Null satisfies none. */
export type Search = (searched: SearchColumn, value: string) => RawBuilder<SqlBool>;

export const contains: Search = ({ text, position, usesLike, parameter }, value) => {
  const part = fold(value);
  return usesLike(part) ? like(text, [ANY, ...part, ANY], parameter) : sql`${position(text, part)} > 0`;
};

export const starts: Search = ({ text, parameter }, value) => startsWith(text, fold(value), parameter);

export const ends: Search = ({ text, usesLike, parameter }, value) => {
  const part = fold(value);
  return usesLike(part) ? like(text, [ANY, ...part], parameter) : endsWith(text, part);
};

/**
 * The whole text matches the pattern. For each `%`, both engines try the rest of the pattern at every character: a
 * minute for some thousand passages of one letter. Patterns are therefore split where possible, which holds for every
 * pattern permitted on a passage; only the others use `like`.
 */
export const matches: Search = (searched, value) => {
  const pieces = piecesOf(value);
  const [head = [], ...rest] = splitAtAny(pieces);
  const tail = rest.pop();
  const [middle = [], another] = rest.filter(({ length }) => length > 0);
  if (!tail || another || middle.some(isWildcard)) return like(searched.text, pieces);
  return framed(searched, { head, middle, tail });
};

/** A character of a pattern: a folded literal, or a wildcard. */
type Piece = string | typeof ONE | typeof ANY;
const ONE = Symbol("_");
const ANY = Symbol("%");

/**
 * `\` makes the next character literal, and is literal at the end. The text between wildcards is folded after the
 * split, so that folding does not turn a full-width `％` into a wildcard.
 */
function piecesOf(pattern: string): readonly Piece[] {
  const pieces = pattern.match(/[%_]|(?:\\.|[^%_\\]|\\$)+/gsu) ?? [];
  return pieces.flatMap((piece): readonly Piece[] => {
    if (piece === "%") return [ANY];
    if (piece === "_") return [ONE];
    return [...fold(piece.replace(/\\(.)/gsu, "$1"))];
  });
}

const isWildcard = (piece: Piece): boolean => typeof piece === "symbol";

/** Splits a pattern at each `%`. */
function splitAtAny(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const at = pieces.indexOf(ANY);
  return at < 0 ? [pieces] : [pieces.slice(0, at), ...splitAtAny(pieces.slice(at + 1))];
}

/** The parts of a pattern around two `%` at most; `middle` has no wildcard. */
interface Frame {
  readonly head: readonly Piece[];
  readonly middle: readonly Piece[];
  readonly tail: readonly Piece[];
}

function framed({ text, position }: SearchColumn, { head, middle, tail }: Frame): RawBuilder<SqlBool> {
  const least = head.length + middle.length + tail.length;
  const afterHead = head.length > 0 ? sql`substr(${text}, ${head.length + 1})` : text;
  const conditions = [
    ...(head.length > 0 ? [headIs(text, head)] : []),
    ...(tail.length > 0 ? [tailIs(text, tail)] : []),
    // The first occurrence leaves the most room for the tail.
    middle.length > 0
      ? sql<SqlBool>`${position(afterHead, middle.join(""))} between 1 and length(${text}) - ${least - 1}`
      : sql<SqlBool>`length(${text}) >= ${least}`,
  ];
  return sql`(${sql.join(conditions, sql` and `)})`;
}

function headIs(text: RawBuilder<unknown>, head: readonly Piece[]): RawBuilder<SqlBool> {
  if (!head.some(isWildcard)) return startsWith(text, head.join(""));
  return like(sql`substr(${text}, 1, ${head.length})`, head);
}

function tailIs(text: RawBuilder<unknown>, tail: readonly Piece[]): RawBuilder<SqlBool> {
  return tail.some(isWildcard) ? like(lastOf(text, tail.length), tail) : endsWith(text, tail.join(""));
}

/** Both engines order text by code points, so texts with the same beginning are adjacent, also in an index. */
function startsWith(text: RawBuilder<unknown>, folded: string, parameter = plannedValue): RawBuilder<SqlBool> {
  const [first, beyond] = [parameter(folded), successorOf(folded)];
  return beyond === null ? sql`${text} >= ${first}` : sql`(${text} >= ${first} and ${text} < ${parameter(beyond)})`;
}

const LAST_CODE_POINT = 0x10_ffff;

/** Returns the first text after all that begin with `text`, in code point order; `null` if there is none. */
function successorOf(text: string): string | null {
  const points = [...text];
  const last = points.pop()?.codePointAt(0);
  if (last === undefined) return null;
  if (last === LAST_CODE_POINT) return successorOf(points.join(""));
  // Surrogates are not characters, and databases cannot store them.
  return points.join("") + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1);
}

const endsWith = (text: RawBuilder<unknown>, folded: string): RawBuilder<SqlBool> =>
  sql`${lastOf(text, codePoints(folded))} = ${folded}`;

/** The last `count` characters of a text that has at least as many. */
const lastOf = (text: RawBuilder<unknown>, count: number): RawBuilder<unknown> =>
  sql`substr(${text}, length(${text}) - ${count - 1})`;

function like(text: RawBuilder<unknown>, pieces: readonly Piece[], parameter = plannedValue): RawBuilder<SqlBool> {
  const pattern = pieces.map((piece) => (typeof piece === "string" ? escaped(piece) : piece.description));
  return sql`${text} like ${parameter(pattern.join(""))} escape '\\'`;
}

const escaped = (character: string): string => character.replace(/[\\%_]/, "\\$&");
