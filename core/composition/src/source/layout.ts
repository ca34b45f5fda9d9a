import { COLUMNS } from "../records/part.ts";
import type { PrintedPart } from "./composition.ts";
import { typstString } from "./typst-text.ts";

/** A part and the file that its content is in. */
export interface PlacedPart {
  readonly part: PrintedPart;
  /** An absolute virtual path. */
  readonly path: string;
}

/** What stands under the head of a page, and above its foot, where parts say so. */
interface Furniture {
  readonly header: readonly PlacedPart[];
  readonly footer: readonly PlacedPart[];
}

/** Parts as they are printed: what goes into every page, and what follows each other. */
export interface Flow extends Furniture {
  readonly body: readonly PlacedPart[];
}

/** Parts by where they are printed, each in its order. */
export function flowOf(placed: readonly PlacedPart[]): Flow {
  const ofType = (type: PrintedPart["partType"]) => placed.filter(({ part }) => part.partType === type);
  return {
    header: ofType("header"),
    footer: ofType("footer"),
    body: placed.filter(({ part }) => part.partType !== "header" && part.partType !== "footer"),
  };
}

/** The body of a document: rows of parts, each in a block of its own, so that what it sets ends with it. */
export function bodySource(body: readonly PlacedPart[]): string {
  let appendices = 0;
  const rows = rowsOf(body).map((row) => {
    const [first] = row;
    if (first?.part.partType === "appendix") return appendix(first, appendices++);
    const breaks = row.some(({ part }) => part.pageBreak) ? "#pagebreak(weak: true);\n" : "";
    return breaks + (first && row.length === 1 ? alone(first) : grid(row));
  });
  return rows.join("\n\n");
}

/** Parts that stand beside each other: consecutive ones of the same group. An appendix stands by itself. */
export function rowsOf(body: readonly PlacedPart[]): readonly (readonly PlacedPart[])[] {
  const rows: PlacedPart[][] = [];
  for (const each of body) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    if (row && last && standsBeside(last.part, each.part)) row.push(each);
    else rows.push([each]);
  }
  return rows;
}

const standsBeside = (one: PrintedPart, other: PrintedPart): boolean =>
  one.rowGroup !== null &&
  one.rowGroup === other.rowGroup &&
  one.partType !== "appendix" &&
  other.partType !== "appendix";

/** Where each part of a row stands: over twelve columns another line of the grid begins. */
export function cellsOf(
  row: readonly PlacedPart[],
): readonly (PlacedPart & { readonly x: number; readonly y: number })[] {
  let [x, y] = [0, 0];
  return row.map((each) => {
    if (x + each.part.bsize > COLUMNS) [x, y] = [0, y + 1];
    const cell = { ...each, x, y };
    x += each.part.bsize;
    return cell;
  });
}

function grid(row: readonly PlacedPart[]): string {
  const cells = cellsOf(row).map(
    ({ x, y, ...each }) =>
      `  grid.cell(x: ${x}, y: ${y}, colspan: ${each.part.bsize}${unbroken(each)})[${content(each)}],\n`,
  );
  return `#grid(\n  columns: (1fr,) * ${COLUMNS}, column-gutter: 6pt, row-gutter: 1em,\n${cells.join("")});`;
}

/** Signatures stand on one page with what they sign, beside others too. */
const unbroken = ({ part }: PlacedPart): string => (part.partType === "signature" ? ", breakable: false" : "");

/** A lone part; narrower than the page it is aligned on it as its text is. */
function alone(each: PlacedPart): string {
  const { bsize, alignment } = each.part;
  const [breakable, width] = [each.part.partType !== "signature", bsize / COLUMNS];
  const block = (percent: string) => `block(width: ${percent}, breakable: ${breakable})[${content(each)}]`;
  if (bsize === COLUMNS) return `#${block("100%")};`;
  return `#align(${alignment}, ${block(`${(width * 100).toFixed(4)}%`)});`;
}

function appendix(each: PlacedPart, index: number): string {
  const { title } = each.part;
  const name = `Annexe ${lettersOf(index)}${title ? ` — ${title}` : ""}`;
  const heading = `#heading(level: 1, ${typstString(name)});`;
  return `#pagebreak(weak: true);\n#block(width: 100%, breakable: true)[${heading}\n${included(each)}];`;
}

/** What a part prints: its title, then its content; under a signature room for one. */
function content(each: PlacedPart): string {
  const { title, partType } = each.part;
  const heading = title ? `#heading(level: 2, ${typstString(title)});\n` : "";
  const room = partType === "signature" ? "\n#v(2.5cm);\n#line(length: 60%, stroke: .5pt);" : "";
  return `${heading}${included(each)}${room}`;
}

const included = ({ part: { alignment }, path }: PlacedPart): string =>
  `#set align(${alignment});\n#include ${typstString(path)};`;

/** Parts of the head or foot of a page, one under the other; `null` without any. */
export function furniture(parts: readonly PlacedPart[]): string | null {
  return parts.length === 0 ? null : `[${parts.map((each) => `#block(width: 100%)[${content(each)}];`).join("\n")}]`;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** A, B … Z, AA, AB … */
export function lettersOf(index: number): string {
  const rest = Math.floor(index / ALPHABET.length);
  return (rest > 0 ? lettersOf(rest - 1) : "") + (ALPHABET[index % ALPHABET.length] ?? "");
}
