import type { Html, Language } from "@cartulary/http/pages";
import { html } from "hono/html";

const LOCALES = { en: "en-GB", fr: "fr-FR" } as const satisfies Record<Language, string>;

/** Formats are made once: making one costs more than using it a hundred times. */
const byLanguage = <Format>(make: (locale: string) => Format): Readonly<Record<Language, Format>> => ({
  en: make(LOCALES.en),
  fr: make(LOCALES.fr),
});

const MONEY = byLanguage((locale) => new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" }));
const NUMBERS = byLanguage((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 10 }));
const DAYS = byLanguage((locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }));
const MONTHS = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }),
);
const MOMENTS = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "Europe/Paris" }),
);

/** Formats cents of euros: `1 234,56 €`, `€1,234.56`. */
export function moneyText(language: Language, amountCents: number): string {
  return MONEY[language].format(amountCents / 100);
}

/** Formats a number. */
export function numberText(language: Language, value: number): string {
  return NUMBERS[language].format(value);
}

/** Formats a day `2026-11-21`; a missing one is a dash. */
export function day(language: Language, date: string | null): Html | string {
  return date === null ? "–" : html`<time datetime="${date}">${dayText(language, date)}</time>`;
}

/** Formats a day where there is no markup, such as in a title. */
export function dayText(language: Language, date: string): string {
  return dated(DAYS, language, date);
}

/** Formats a date; the first of a month is an ordinal in French. */
function dated(formats: typeof DAYS, language: Language, date: string): string {
  const text = formats[language].format(Date.parse(date));
  return language === "fr" ? text.replace(/^1(?= )/, "1er") : text;
}

/** Formats the month of a period `2026-11`. */
export function monthText(language: Language, period: string): string {
  return MONTHS[language].format(Date.parse(`${period.slice(0, 7)}-01`));
}

/** Formats a timestamp in the time of Paris; a missing one is a dash. */
export function moment(language: Language, instant: string | null): Html | string {
  return instant === null ? "–" : html`<time datetime="${instant}">${dated(MOMENTS, language, instant)}</time>`;
}

/** Returns a colon between a name and its value: French has a space before it that does not break. */
export function colon(language: Language): string {
  return language === "fr" ? "\u00a0: " : ": ";
}
