import { COLUMNS } from "../records/part.ts";
import type { PrintedPart } from "./composition.ts";
import { typstString } from "./typst-text.ts";

/** A part and the path of its content. */
export interface PartWithPath {
  readonly part: PrintedPart;
  /** An absolute virtual path. */
  readonly path: string;
}

/** Parts printed in the header and footer of pages. */
interface PageParts {
  readonly header: readonly PartWithPath[];
  readonly footer: readonly PartWithPath[];
}

/** Parts by position on the page. */
export interface Flow extends PageParts {
  readonly body: readonly PartWithPath[];
}

/** Groups parts by position on the page, in order. */
export function flowOf(placed: readonly PartWithPath[]): Flow {
  const ofType = (type: PrintedPart["partType"]) => placed.filter(({ part }) => part.partType === type);
  return {
    header: ofType("header"),
    footer: ofType("footer"),
    body: placed.filter(({ part }) => part.partType !== "header" && part.partType !== "footer"),
  };
}

/** Builds the body: rows of parts, each in its own block, which limits the effect of its set rules. */
export function bodySource(body: readonly PartWithPath[]): string {
  let appendices = 0;
  const rows = rowsOf(body).map((row) => {
    const [first] = row;
    if (first?.part.partType === "appendix") return appendix(first, appendices++);
    const breaks = row.some(({ part }) => part.pageBreak) ? "#pagebreak(weak: true);\n" : "";
    return breaks + (first && row.length === 1 ? alone(first) : grid(row));
  });
  return rows.join("\n\n");
}

/** Groups consecutive parts of the same row. An appendix is always alone. */
export function rowsOf(body: readonly PartWithPath[]): readonly (readonly PartWithPath[])[] {
  const rows: PartWithPath[][] = [];
  for (const each of body) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    if (row && last && sharesRow(last.part, each.part)) row.push(each);
    else rows.push([each]);
  }
  return rows;
}

const sharesRow = (one: PrintedPart, other: PrintedPart): boolean =>
  one.rowGroup !== null &&
  one.rowGroup === other.rowGroup &&
  one.partType !== "appendix" &&
  other.partType !== "appendix";

/** Assigns grid cells; a row wider than twelve columns continues on the next line. */
export function cellsOf(
  row: readonly PartWithPath[],
): readonly (PartWithPath & { readonly x: number; readonly y: number })[] {
  let [x, y] = [0, 0];
  return row.map((each) => {
    if (x + each.part.bsize > COLUMNS) [x, y] = [0, y + 1];
    const cell = { ...each, x, y };
    x += each.part.bsize;
    return cell;
  });
}

function grid(row: readonly PartWithPath[]): string {
  const cells = cellsOf(row).map(
    ({ x, y, ...each }) =>
      `  grid.cell(x: ${x}, y: ${y}, colspan: ${each.part.bsize}${unbroken(each)})[${content(each)}],\n`,
  );
  return `#grid(\n  columns: (1fr,) * ${COLUMNS}, column-gutter: 6pt, row-gutter: 1em,\n${cells.join("")});`;
}

/** Keeps signatures unbroken on one page. */
const unbroken = ({ part }: PartWithPath): string => (part.partType === "signature" ? ", breakable: false" : "");

/** Builds a part without neighbours; a narrow one is aligned like its text. */
function alone(each: PartWithPath): string {
  const { bsize, alignment } = each.part;
  const [breakable, width] = [each.part.partType !== "signature", bsize / COLUMNS];
  const block = (percent: string) => `block(width: ${percent}, breakable: ${breakable})[${content(each)}]`;
  if (bsize === COLUMNS) return `#${block("100%")};`;
  return `#align(${alignment}, ${block(`${(width * 100).toFixed(4)}%`)});`;
}

function appendix(each: PartWithPath, index: number): string {
  const { title } = each.part;
  const name = `Annexe ${lettersOf(index)}${title ? ` — ${title}` : ""}`;
  const heading = `#heading(level: 1, ${typstString(name)});`;
  return `#pagebreak(weak: true);\n#block(width: 100%, breakable: true)[${heading}\n${included(each)}];`;
}

/** Builds title and content, and space for a signature. */
function content(each: PartWithPath): string {
  const { title, partType } = each.part;
  const heading = title ? `#heading(level: 2, ${typstString(title)});\n` : "";
  const room = partType === "signature" ? "\n#v(2.5cm);\n#line(length: 60%, stroke: .5pt);" : "";
  return `${heading}${included(each)}${room}`;
}

const included = ({ part: { alignment }, path }: PartWithPath): string =>
  `#set align(${alignment});\n#include ${typstString(path)};`;

/** Builds the header or footer of pages; `null` without parts. */
export function pageHeaderFooter(parts: readonly PartWithPath[]): string | null {
  return parts.length === 0 ? null : `[${parts.map((each) => `#block(width: 100%)[${content(each)}];`).join("\n")}]`;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Returns A, B … Z, AA, AB … */
export function lettersOf(index: number): string {
  const rest = Math.floor(index / ALPHABET.length);
  return (rest > 0 ? lettersOf(rest - 1) : "") + (ALPHABET[index % ALPHABET.length] ?? "");
}
