import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** The picture of the README, from the root of the checkout. `npm run picture` writes it. */
export const PICTURE = "docs/pictures/house.svg";

interface Box {
  readonly title: string;
  /** Lines below the title. */
  readonly lines: readonly string[];
  readonly fill: string;
}

const WIDTH = 960;
const MARGIN = 20;
const GAP = 16;
const LINE = 20;
const INK = "#1f2933";

const USERS: readonly Box[] = [
  { title: "Browsers", lines: ["sign-in, public pages"], fill: "#e8eef4" },
  { title: "Command line", lines: ["upload, import, verify"], fill: "#e8eef4" },
  { title: "Programs", lines: ["HTTP API, typed client"], fill: "#e8eef4" },
  { title: "Your application", lines: ["the packages, embedded"], fill: "#e8eef4" },
];

const PRODUCTS: readonly Box[] = [
  {
    title: "Documents",
    lines: ["folders, versions, rights", "uploads, composition, search", "public access"],
    fill: "#fdf0d5",
  },
  {
    title: "Rental management",
    lines: ["properties, leases, mandates", "billing, payments, payouts", "ledger, accounting file (FEC)"],
    fill: "#dff0e3",
  },
];

const CORE: readonly Box[] = [
  { title: "Core", lines: ["pure decisions, use cases and ports: no HTTP, no database"], fill: "#ffffff" },
];

const GROUNDS: readonly Box[] = [
  { title: "Starts small", lines: ["one process, SQLite, a directory"], fill: "#eceaf6" },
  { title: "Grows up", lines: ["many hosts, PostgreSQL, S3"], fill: "#eceaf6" },
  { title: "Runs on", lines: ["Node.js, Bun, Deno"], fill: "#eceaf6" },
];

/** Returns the picture as SVG: four rows of boxes, each row resting on the next one. */
export function housePicture(): string {
  let top = MARGIN;
  const rows = [USERS, PRODUCTS, CORE, GROUNDS].map((boxes, at) => {
    const height = heightOf(boxes);
    const row = rowOf(boxes, top);
    const arrow = at === 0 ? "" : arrowAt(top - GAP * 2);
    top += height + GAP * 2;
    return arrow + row;
  });
  const height = top - GAP * 2 + MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" fill="${INK}">
<title>People and programs use documents and rental management, which rest on one core</title>
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
${rows.join("")}</svg>
`;
}

const heightOf = (boxes: readonly Box[]): number => LINE * (2 + Math.max(...boxes.map(({ lines }) => lines.length)));

function rowOf(boxes: readonly Box[], top: number): string {
  const width = (WIDTH - 2 * MARGIN - GAP * (boxes.length - 1)) / boxes.length;
  return boxes.map((box, at) => boxAt(box, MARGIN + at * (width + GAP), top, width, heightOf(boxes))).join("");
}

function boxAt({ title, lines, fill }: Box, left: number, top: number, width: number, height: number): string {
  const middle = left + width / 2;
  const texts = lines.map((line, at) => textAt(line, middle, top + LINE * (at + 2.2), 'font-size="14"'));
  return `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="8" fill="${fill}" stroke="${INK}"/>
${textAt(title, middle, top + LINE * 1.2, 'font-size="17" font-weight="bold"')}${texts.join("")}`;
}

const textAt = (text: string, x: number, y: number, style: string): string =>
  `<text x="${x}" y="${y}" text-anchor="middle" ${style}>${text}</text>\n`;

function arrowAt(top: number): string {
  const [middle, end] = [WIDTH / 2, top + GAP * 2 - 4];
  return `<path d="M${middle} ${top + 4}V${end}m-5-7l5 7l5-7" fill="none" stroke="${INK}" stroke-width="2"/>\n`;
}

if (import.meta.main) writeFileSync(join(import.meta.dirname, "../..", PICTURE), housePicture());
