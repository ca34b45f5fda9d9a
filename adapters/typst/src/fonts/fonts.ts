import { open, readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import type { FontFamily, Fonts, FontVariant } from "@cartulary/composition";
import { appendAll } from "@cartulary/kernel";
import { EMBEDDED_FAMILIES } from "./embedded.ts";
import { type Face, facesIn } from "./font-file.ts";

const FONT_FILES = new Set([".ttf", ".otf", ".ttc", ".otc"]);
/** More than any machine has. */
const FILES_MAX = 10_000;

/**
 * Returns the available families: the embedded ones and those in these directories, never those of the system
 * (docs/decisions/0118). A family of both counts as embedded. Unreadable files are skipped.
 */
export async function findFonts(fontPaths: readonly string[]): Promise<Fonts> {
  const families = new Map(EMBEDDED_FAMILIES.map((family) => [family.name.toLowerCase(), family]));
  for (const path of fontPaths) for (const face of await facesBelow(path)) addFace(families, face);
  const named = [...families.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  return { families: named, fontPaths };
}

function addFace(families: Map<string, FontFamily>, { family, ...variant }: Face): void {
  const key = family.toLowerCase();
  const known: FontFamily = families.get(key) ?? { name: family, source: "path", variants: [] };
  if (known.source === "embedded" || known.variants.some((each) => isSame(each, variant))) return;
  families.set(key, { ...known, variants: [...known.variants, variant].sort(byLook) });
}

const isSame = (one: FontVariant, other: FontVariant) =>
  one.style === other.style && one.weight === other.weight && one.stretch === other.stretch;

const byLook = (one: FontVariant, other: FontVariant) =>
  one.stretch - other.stretch || one.weight - other.weight || (one.style < other.style ? 1 : -1);

async function facesBelow(directory: string): Promise<readonly Face[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => !entry.isDirectory() && FONT_FILES.has(extname(entry.name).toLowerCase()));
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  const faces: Face[] = [];
  for (const path of paths.slice(0, FILES_MAX)) appendAll(faces, await facesAt(path).catch(() => []));
  return faces;
}

async function facesAt(path: string): Promise<readonly Face[]> {
  const file = await open(path);
  try {
    return await facesIn(file);
  } finally {
    await file.close();
  }
}
