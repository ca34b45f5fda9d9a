import {
  dictionary,
  dictionaryOf,
  elementsOf,
  integerOf,
  isNamed,
  type PdfDictionary,
  PdfString,
  type PdfValue,
  resolved,
} from "../objects/values.ts";
import type { MergedPart, Rewrite } from "./merged-part.ts";
import { nameBytes } from "./name-bytes.ts";
import { uniqueNames } from "./unique-names.ts";

/**
 * Merges forms with their values. Fields with the same name in two sources are renamed, because fields of one name
 * share one value. Document scripts and XFA forms are dropped.
 */
export function mergedForms(): MergedPart {
  const fields: PdfValue[] = [];
  const names = uniqueNames();
  const resources: PdfDictionary = new Map();
  const fonts = uniqueNames();
  let needsAppearances = false;
  let flags = 0;
  let isForm = false;

  return {
    add({ catalog }) {
      const form = dictionaryOf(catalog.get("AcroForm"));
      if (!form) return null;
      isForm = true;
      const own = elementsOf(form.get("Fields"));
      const newNames = new Map<string, string>();
      for (const field of own) fields.push(field);
      for (const entries of namedFields(own)) {
        const { bytes } = resolved(entries.get("T")) as PdfString;
        const unique = newNames.get(bytes) ?? names.take(bytes);
        newNames.set(bytes, unique);
        entries.set("T", new PdfString(unique));
      }
      const inherited = new Map([...form].filter(([key]) => key === "DA" || key === "Q"));
      for (const field of own) inherit(dictionaryOf(field), inherited);
      needsAppearances ||= resolved(form.get("NeedAppearances")) === true || isAppearanceMissing(own);
      flags |= integerOf(form.get("SigFlags")) ?? 0;
      return rewriteWith(inherited, addResources(dictionaryOf(form.get("DR"))));
    },
    put(catalog) {
      if (!isForm) return;
      const form = dictionary({ Fields: fields, DR: resources, SigFlags: flags & SIGNATURES_EXIST || undefined });
      if (needsAppearances) form.set("NeedAppearances", true);
      catalog.set("AcroForm", form);
    },
  };

  /** Merges the resources for drawing fields. Returns the renamed fonts. */
  function addResources(own: PdfDictionary | null): ReadonlyMap<string, string> {
    const newFonts = new Map<string, string>();
    for (const [kind, named] of own ?? []) {
      const entries = dictionaryOf(named);
      if (!entries) continue;
      const known = dictionaryOf(resources.get(kind)) ?? new Map();
      resources.set(kind, known);
      for (const [name, resource] of entries) {
        const unique = kind === "Font" ? fonts.take(name) : name;
        if (unique !== name) newFonts.set(nameBytes(name), unique);
        if (!known.has(unique)) known.set(unique, resource);
      }
    }
    return newFonts;
  }
}

/** A signature covers the bytes of its own file: it stays, but without the claim that the file was only appended to. */
const SIGNATURES_EXIST = 1;

/** Copies the attributes that fields inherit from their form. */
function inherit(field: PdfDictionary | null, inherited: PdfDictionary): void {
  for (const [key, value] of inherited) if (!field?.has(key)) field?.set(key, value);
}

/** Returns the topmost named fields. */
function namedFields(fields: readonly PdfValue[]): ReadonlySet<PdfDictionary> {
  const named = new Set<PdfDictionary>();
  walk<true>(fields, true, (entries) => {
    const isName = resolved(entries.get("T")) instanceof PdfString;
    if (isName) named.add(entries);
    return isName ? null : true;
  });
  return named;
}

/** True if a filled field has no appearance, so that readers must draw it. */
function isAppearanceMissing(fields: readonly PdfValue[]): boolean {
  let isMissing = false;
  walk<{ typed: boolean; kind: PdfValue }>(fields, { typed: false, kind: null }, (entries, above) => {
    const typed = above.typed || resolved(entries.get("V")) !== null;
    const kind = entries.get("FT") ?? above.kind;
    const isDrawn = dictionaryOf(entries.get("AP"))?.has("N") ?? false;
    const isWidget = !entries.has("Kids");
    isMissing ||= isWidget && typed && !isDrawn && (isNamed(kind, "Tx") || isNamed(kind, "Ch"));
    return { typed, kind };
  });
  return isMissing;
}

/** Visits fields and their descendants, each once. The result of `visit` is passed down; `null` stops the descent. */
function walk<Inherited>(
  fields: readonly PdfValue[],
  above: Inherited,
  visit: (entries: PdfDictionary, above: Inherited) => Inherited | null,
): void {
  const seen = new Set<PdfDictionary>();
  const waiting = fields.map((field) => ({ field, above }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const entries = dictionaryOf(next.field);
    if (!entries || seen.has(entries)) continue;
    seen.add(entries);
    const below = visit(entries, next.above);
    if (below === null) continue;
    for (const field of elementsOf(entries.get("Kids"))) waiting.push({ field, above: below });
  }
}

/** Default appearances name their font: `/Helv 10 Tf 0 g`. */
const FONT = /\/([^\s/[\]()<>{}%]+)(?=\s+[-+.\d]+\s+Tf)/g;

/** Rewrites widgets on pages too, because some forms do not list all of their fields. */
function rewriteWith(inherited: PdfDictionary, newFonts: ReadonlyMap<string, string>): Rewrite {
  return (entries) => {
    if (isNamed(entries.get("Subtype"), "Widget") && !entries.has("Parent")) inherit(entries, inherited);
    const appearance = resolved(entries.get("DA"));
    if (newFonts.size === 0 || !(appearance instanceof PdfString)) return;
    const bytes = appearance.bytes.replace(FONT, (word, font: string) => {
      const unique = newFonts.get(nameBytes(font));
      return unique === undefined ? word : `/${unique}`;
    });
    entries.set("DA", new PdfString(bytes));
  };
}
