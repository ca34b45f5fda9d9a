import { codePoints, type FieldError, isStorable, type JsonObject, jsonObjectError } from "@cartulary/kernel";
import { own } from "./variables.ts";

/** Papers that pages may be of. */
const PAPERS = ["a3", "a4", "a5", "us-letter", "us-legal"] as const;

/** The settings of pages that are understood (composition.md 1); other keys are kept and ignored. */
export interface PageSettings {
  readonly paper?: (typeof PAPERS)[number];
  readonly flipped?: boolean;
  /** A length, as `2.5cm`. */
  readonly margin?: string;
  /** The size of text, as `11pt`. */
  readonly size?: string;
  readonly font?: string;
  /** A language, as `fr` or `fr-BE`. */
  readonly lang?: string;
  /** Texts, in which placeholders are filled. */
  readonly header?: string;
  readonly footer?: string;
}

const LENGTH_CHARACTERS_MAX = 20;
const LENGTH = /^\d+(\.\d+)?(mm|cm|pt|in)$/;
const FONT_LENGTH_MAX = 100;
const TEXT_LENGTH_MAX = 1_000;
/** BCP 47: a language of two or three letters and a region. */
const LANGUAGE = /^[A-Za-z]{2,3}(?:[-_](?:[A-Za-z]{2}|\d{3}))?$/;

const isLength = (value: unknown): boolean =>
  typeof value === "string" && value.length <= LENGTH_CHARACTERS_MAX && LENGTH.test(value);

const isText = (max: number) => (value: unknown) =>
  typeof value === "string" && value.length <= 4 * max && isStorable(value) && codePoints(value) <= max;

/** What each setting may be. */
const RULES: Readonly<Record<keyof PageSettings, (value: unknown) => boolean>> = {
  paper: (value) => (PAPERS as readonly unknown[]).includes(value),
  flipped: (value) => typeof value === "boolean",
  margin: isLength,
  size: isLength,
  font: isText(FONT_LENGTH_MAX),
  lang: (value) => typeof value === "string" && isLanguage(value),
  header: isText(TEXT_LENGTH_MAX),
  footer: isText(TEXT_LENGTH_MAX),
};

/** Whether a text names a language, with or without a region. */
export function isLanguage(text: string): boolean {
  return text.length <= 10 && LANGUAGE.test(text);
}

/** The language and the region that a text names, as compilers want them. */
export function languageOf(text: string): { readonly lang: string; readonly region: string | null } {
  const [lang = "", region] = text.split(/[-_]/);
  return { lang: lang.toLowerCase(), region: region && /^[A-Za-z]{2}$/.test(region) ? region.toLowerCase() : null };
}

/** What is wrong with page settings; `null` when nothing is. A null setting is none. */
export function pageSettingsError(field: string, settings: JsonObject): FieldError | null {
  const unfit = jsonObjectError(field, settings);
  if (unfit) return unfit;
  const wrong = Object.entries(RULES).find(([name, isSound]) => {
    const value = own(settings, name);
    return value !== undefined && value !== null && !isSound(value);
  });
  return wrong ? { field, code: "invalid", message: `has a ${wrong[0]} that cannot be used` } : null;
}

/** Those settings of an object without errors that are understood. */
export function pageSettingsOf(settings: JsonObject): PageSettings {
  const understood = Object.keys(RULES).flatMap((name) => {
    const value = own(settings, name);
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(understood) as PageSettings;
}
