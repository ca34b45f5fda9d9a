import { type Instant, millisecondsOf } from "@cartulary/kernel";
import { html } from "hono/html";
import type { Language } from "../transport/language.ts";
import type { Html } from "./layout.ts";

const LOCALES = { en: "en-GB", fr: "fr-FR" } as const satisfies Record<Language, string>;

/** Formats the UTC day of a timestamp: `21 November 2026`. */
export function dayIn(language: Language, instant: Instant): Html {
  return timeOf(instant, new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "long", timeZone: "UTC" }));
}

/** Formats a timestamp with minutes: `21 November 2026 at 14:05 UTC`. */
export function momentIn(language: Language, instant: Instant): Html {
  const options = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  return html`${timeOf(instant, new Intl.DateTimeFormat(LOCALES[language], options))} UTC`;
}

const timeOf = (instant: Instant, format: Intl.DateTimeFormat): Html =>
  html`<time datetime="${instant}">${format.format(millisecondsOf(instant))}</time>`;
