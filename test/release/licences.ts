import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./packages.ts";

/** A package or file that is shipped, with its licence. */
export interface Shipped {
  readonly name: string;
  /** An SPDX expression; `null` where none is declared. */
  readonly licence: string | null;
}

/** The licences that we may ship (outside.md 7.9). `BSD` includes its variants of two and three clauses. */
const ALLOWED: ReadonlySet<string> = new Set([
  ...["MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "0BSD", "BlueOak-1.0.0", "MPL-2.0"],
  ...["OFL-1.1", "CC0-1.0", "Unlicense", "Python-2.0"],
]);

/**
 * Other licences, each for one thing only (docs/decisions/0171): permissive, and decided by hand. A new version may
 * change its licence, but not escape this list.
 */
const EXCEPTIONS: readonly { readonly name: RegExp; readonly licence: string }[] = [
  // The MIT licence without the duty to keep the notice.
  { name: /^postal-mime@/, licence: "MIT-0" },
  // A port of zlib: its licence forbids to hide changes, nothing else.
  { name: /^pako@/, licence: "(MIT AND Zlib)" },
  // Fonts that Typst has inside, which equal sources need for equal pages.
  { name: /^NewCMMath /, licence: "LPPL-1.3c" },
  { name: /^DejaVu Sans Mono /, licence: "Bitstream-Vera" },
];

/** Files of others that are checked in. A test compares them with the files that are there. */
export const CHECKED_IN: readonly (Shipped & { readonly files: RegExp })[] = [
  { name: "Scalar (hosts/server/reference)", licence: "MIT", files: /^hosts\/server\/reference\/scalar/ },
  { name: "Tesseract (adapters/ocr/engine)", licence: "Apache-2.0", files: /^adapters\/ocr\/engine\/tesseract/ },
  { name: "Libertinus Serif (adapters/typst-wasm)", licence: "OFL-1.1", files: /\/LibertinusSerif-\w+\.otf$/ },
  { name: "NewCMMath (adapters/typst-wasm)", licence: "LPPL-1.3c", files: /\/NewCMMath-Regular\.otf$/ },
  { name: "DejaVu Sans Mono (adapters/typst-wasm)", licence: "Bitstream-Vera", files: /\/DejaVuSansMono[\w-]*\.ttf$/ },
];

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** Lists what `npm ci --omit=dev` installs on any platform, and the files of others that are checked in. */
export function shipped(): readonly Shipped[] {
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  const packages = Object.entries(lock.packages as Readonly<Record<string, LockedPackage>>).flatMap(
    ([path, { version, license, dev = false, link = false }]): Shipped[] => {
      const [, name] = path.split(/^(?:.*\/)?node_modules\//);
      if (name === undefined || dev || link) return [];
      return [{ name: `${name}@${version}`, licence: license ?? formerField(path) }];
    },
  );
  return [...packages, ...CHECKED_IN.map(({ name, licence }) => ({ name, licence }))].toSorted(byName);
}

const byName = (left: Shipped, right: Shipped) => (left.name < right.name ? -1 : 1);

/** Old packages list their licences in another field; of several, each is a choice. */
function formerField(path: string): string | null {
  const { licenses } = JSON.parse(readFileSync(join(ROOT, path, "package.json"), "utf8"));
  const types = Array.isArray(licenses) ? licenses.map(({ type }) => String(type)) : [];
  return types.length === 0 ? null : types.join(" OR ");
}

/** True when the licence, or for `OR` one of them, may be shipped. A missing one may not. */
export function mayBeShipped({ name, licence }: Shipped): boolean {
  if (licence === null) return false;
  if (EXCEPTIONS.some((exception) => exception.name.test(name) && exception.licence === licence)) return true;
  return isAllowed(licence.replace(/^\((.*)\)$/, "$1"));
}

/** Understands one level of AND within OR, as registries have it; anything else is refused. */
function isAllowed(expression: string): boolean {
  return expression.split(" OR ").some((choice) => choice.split(" AND ").every((each) => ALLOWED.has(each)));
}
