import { codePoints, type FieldError, isStorable, type JsonObject, jsonObjectError } from "@cartulary/kernel";
import { ownProperty } from "./variables.ts";

/** Supported paper sizes. */
const PAPERS = ["a3", "a4", "a5", "us-letter", "us-legal"] as const;

/** Supported page settings (composition.md 1); other keys are stored and ignored. */
export interface PageSettings {
  readonly paper?: (typeof PAPERS)[number];
  readonly flipped?: boolean;
  /** A length such as `2.5cm`. */
  readonly margin?: string;
  /** The text size, such as `11pt`. */
  readonly size?: string;
  readonly font?: string;
  /** A language such as `fr` or `fr-BE`. */
  readonly lang?: string;
  /** May contain placeholders. */
  readonly header?: string;
  readonly footer?: string;
}

const LENGTH_CHARACTERS_MAX = 20;
const LENGTH = /^\d+(\.\d+)?(mm|cm|pt|in)$/;
const FONT_LENGTH_MAX = 100;
const TEXT_LENGTH_MAX = 1_000;
/** BCP 47: a language of two or three letters, and a region. */
const LANGUAGE = /^[A-Za-z]{2,3}(?:[-_](?:[A-Za-z]{2}|\d{3}))?$/;

const isLength = (value: unknown): boolean =>
  typeof value === "string" && value.length <= LENGTH_CHARACTERS_MAX && LENGTH.test(value);

const isText = (max: number) => (value: unknown) =>
  typeof value === "string" && value.length <= 4 * max && isStorable(value) && codePoints(value) <= max;

/** Validation of each setting. */
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

/** True for a language with or without region. */
export function isLanguage(text: string): boolean {
  return text.length <= 10 && LANGUAGE.test(text);
}

/** Splits a language into language and region for the compiler. */
export function languageOf(text: string): { readonly lang: string; readonly region: string | null } {
  const [lang = "", region] = text.split(/[-_]/);
  return { lang: lang.toLowerCase(), region: region && /^[A-Za-z]{2}$/.test(region) ? region.toLowerCase() : null };
}

/** Validates page settings; `null` when they are valid. Null settings are ignored. */
export function pageSettingsError(field: string, settings: JsonObject): FieldError | null {
  const error = jsonObjectError(field, settings);
  if (error) return error;
  const wrong = Object.entries(RULES).find(([name, isValid]) => {
    const value = ownProperty(settings, name);
    return value !== undefined && value !== null && !isValid(value);
  });
  return wrong ? { field, code: "invalid", message: `has a ${wrong[0]} that is not supported` } : null;
}

/** Returns the supported settings of a valid object. */
export function pageSettingsOf(settings: JsonObject): PageSettings {
  const supported = Object.keys(RULES).flatMap((name) => {
    const value = ownProperty(settings, name);
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(supported) as PageSettings;
}
