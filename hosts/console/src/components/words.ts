import type { Language } from "@cartulary/http/pages";

/** A text in every language. */
export type Words = Readonly<Record<Language, string>>;
