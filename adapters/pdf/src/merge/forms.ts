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
 * Forms with what was typed into them. Fields that have a name in two sources get different ones, since fields of one name
 * have one value. Programs that a form runs for the whole document, and forms in XFA, are left out.
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
      needsAppearances ||= resolved(form.get("NeedAppearances")) === true || lacksAppearance(own);
      flags |= integerOf(form.get("SigFlags")) ?? 0;
      return rewriting(inherited, addResources(dictionaryOf(form.get("DR"))));
    },
    put(catalog) {
      if (!isForm) return;
      const form = dictionary({ Fields: fields, DR: resources, SigFlags: flags & SIGNATURES_EXIST || undefined });
      if (needsAppearances) form.set("NeedAppearances", true);
      catalog.set("AcroForm", form);
    },
  };

  /** Takes over the resources that fields are drawn with. Answers the fonts that have another name now. */
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

/** A signature signs the bytes of its own file: it stays, but nothing says that the merge only grows. */
const SIGNATURES_EXIST = 1;

/** What fields inherit from their form, they have themselves in the merge. */
function inherit(field: PdfDictionary | null, inherited: PdfDictionary): void {
  for (const [key, value] of inherited) if (!field?.has(key)) field?.set(key, value);
}

/** The uppermost fields that have a name: those above them add nothing to it. */
function namedFields(fields: readonly PdfValue[]): ReadonlySet<PdfDictionary> {
  const named = new Set<PdfDictionary>();
  walk<true>(fields, true, (entries) => {
    const isName = resolved(entries.get("T")) instanceof PdfString;
    if (isName) named.add(entries);
    return isName ? null : true;
  });
  return named;
}

/** Whether something was typed in that readers must draw: nothing in the file does. */
function lacksAppearance(fields: readonly PdfValue[]): boolean {
  let isLacking = false;
  walk<{ typed: boolean; kind: PdfValue }>(fields, { typed: false, kind: null }, (entries, above) => {
    const typed = above.typed || resolved(entries.get("V")) !== null;
    const kind = entries.get("FT") ?? above.kind;
    const isDrawn = dictionaryOf(entries.get("AP"))?.has("N") ?? false;
    const isWidget = !entries.has("Kids");
    isLacking ||= isWidget && typed && !isDrawn && (isNamed(kind, "Tx") || isNamed(kind, "Ch"));
    return { typed, kind };
  });
  return isLacking;
}

/** Visits fields and what stands below them, each once. What `visit` answers goes down; nothing goes below `null`. */
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

/** Some forms do not list all of their fields; a field that stands on a page inherits all the same. */
function rewriting(inherited: PdfDictionary, newFonts: ReadonlyMap<string, string>): Rewrite {
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
