import { codePoints, fold } from "@cartulary/kernel";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Dialect } from "../engine/dialect.ts";
import { isFoundByTrigrams } from "./text-index.ts";

/** A text that is searched: its folded column. */
export interface Searched {
  readonly text: RawBuilder<unknown>;
  readonly position: Dialect["position"];
  /** Whether an index finds what is compared with `like`. */
  readonly isLike: boolean;
  /** How a statement names what it looks for in an index. */
  readonly sought: (value: string) => RawBuilder<unknown>;
}

/** A value that the server may look at while it plans. */
export const asItIs = (value: string): RawBuilder<unknown> => sql`${value}`;

/** A value that the server does not see before it is asked: whatever statistics say of it, the plan is the same. */
export const unseen = (value: string): RawBuilder<unknown> => sql`(select cast(${value} as text))`;

/** What a search says of a text, for a value as the client wrote it. Of null it says nothing. */
export type Search = (searched: Searched, value: string) => RawBuilder<SqlBool>;

/** The value stands somewhere in the text. */
export const contains: Search = ({ text, position, isLike, sought }, value) => {
  const part = fold(value);
  return isLike && isFoundByTrigrams(part) ? like(text, [ANY, ...part, ANY], sought) : sql`${position(text, part)} > 0`;
};

/** The text begins with the value. */
export const starts: Search = ({ text, sought }, value) => startsWith(text, fold(value), sought);

/** The text ends with the value. */
export const ends: Search = ({ text, isLike, sought }, value) => {
  const part = fold(value);
  return isLike && isFoundByTrigrams(part) ? like(text, [ANY, ...part], sought) : endsWith(text, part);
};

/**
 * The whole text is as the pattern says. For a `%` both engines try the rest of the pattern at every character: a minute
 * for some thousand passages of one letter. So a pattern is taken apart where that is possible, as it is for every one
 * that may be used on a passage, and only the others are left to `like`.
 */
export const matches: Search = (searched, value) => {
  const pieces = piecesOf(value);
  const [head = [], ...rest] = splitAtAny(pieces);
  const tail = rest.pop();
  const [middle = [], another] = rest.filter(({ length }) => length > 0);
  if (!tail || another || middle.some(isWildcard)) return like(searched.text, pieces);
  return framed(searched, { head, middle, tail });
};

/** A character of a pattern: itself, folded, or one that stands for others. */
type Piece = string | typeof ONE | typeof ANY;
const ONE = Symbol("_");
const ANY = Symbol("%");

/**
 * `\` takes the next character literally, and itself at the end. What stands between wildcards is folded as a whole, after
 * it was cut, so that folding makes no wildcard of a full-width `％`.
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

/** What stands before, between and after the `%` of a pattern. */
function splitAtAny(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const at = pieces.indexOf(ANY);
  return at < 0 ? [pieces] : [pieces.slice(0, at), ...splitAtAny(pieces.slice(at + 1))];
}

/** A pattern of known length but for what lies around `middle`, which has no wildcard. */
interface Frame {
  readonly head: readonly Piece[];
  readonly middle: readonly Piece[];
  readonly tail: readonly Piece[];
}

function framed({ text, position }: Searched, { head, middle, tail }: Frame): RawBuilder<SqlBool> {
  const least = head.length + middle.length + tail.length;
  const afterHead = head.length > 0 ? sql`substr(${text}, ${head.length + 1})` : text;
  const conditions = [
    ...(head.length > 0 ? [headIs(text, head)] : []),
    ...(tail.length > 0 ? [tailIs(text, tail)] : []),
    // Where it stands first, it leaves the most room for the tail.
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

/** Text is ordered by its code points on both engines, so that what begins alike stands together, also in an index. */
function startsWith(text: RawBuilder<unknown>, folded: string, sought = asItIs): RawBuilder<SqlBool> {
  const [first, beyond] = [sought(folded), successorOf(folded)];
  return beyond === null ? sql`${text} >= ${first}` : sql`(${text} >= ${first} and ${text} < ${sought(beyond)})`;
}

const LAST_CODE_POINT = 0x10_ffff;

/** The first text, in the order of code points, after all that begin with `text`; `null` when there is none. */
function successorOf(text: string): string | null {
  const points = [...text];
  const last = points.pop()?.codePointAt(0);
  if (last === undefined) return null;
  if (last === LAST_CODE_POINT) return successorOf(points.join(""));
  // Surrogates are no characters, and no database holds them.
  return points.join("") + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1);
}

const endsWith = (text: RawBuilder<unknown>, folded: string): RawBuilder<SqlBool> =>
  sql`${lastOf(text, codePoints(folded))} = ${folded}`;

/** The last `count` characters of a text that has as many. */
const lastOf = (text: RawBuilder<unknown>, count: number): RawBuilder<unknown> =>
  sql`substr(${text}, length(${text}) - ${count - 1})`;

function like(text: RawBuilder<unknown>, pieces: readonly Piece[], sought = asItIs): RawBuilder<SqlBool> {
  const pattern = pieces.map((piece) => (typeof piece === "string" ? escaped(piece) : piece.description));
  return sql`${text} like ${sought(pattern.join(""))} escape '\\'`;
}

const escaped = (character: string): string => character.replace(/[\\%_]/, "\\$&");
