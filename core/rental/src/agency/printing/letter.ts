import type { Day, Id, Instant, JsonObject } from "@cartulary/kernel";
import type { MandataireId } from "../mandataire.ts";

/** The letters of an agency; each is the key of its template (effects.md 6, Templates of letters). */
export const LETTER_TEMPLATE_KEYS = [
  "notice",
  "receipt",
  "invoice",
  "revision",
  "reminder",
  "charge_statement",
  "deposit_statement",
  "owner_statement",
] as const;
export type LetterTemplateKey = (typeof LETTER_TEMPLATE_KEYS)[number];

/** A person or company in a letter. */
export interface LetterParty {
  readonly name: string;
  /** Lines of the postal address. */
  readonly address: readonly string[];
}

/** The head of a letter without its sender. */
export interface LetterHead {
  readonly addressee: LetterParty;
  readonly title: string;
  /** Reference on every page. */
  readonly reference: string;
  /** The mandants for whom the agency writes; empty if it writes for itself. */
  readonly principals: readonly string[];
  /** The day of issue. */
  readonly issuedOn: Day;
  /** Prints ANNULÉ across the pages. */
  readonly cancelled?: boolean;
}

/** A letter that is ready to be typeset: values for the template of its key. */
export interface Letter {
  readonly templateKey: LetterTemplateKey;
  /** The agency whose own template wins, and in whose turn the compiler serves it. */
  readonly mandataireId: MandataireId;
  readonly fileName: string;
  readonly createdAt: Instant;
  readonly values: JsonObject;
  /** The document with the agency's logo; `null` without one. */
  readonly logoDocumentId: Id<"Document"> | null;
  /** Names of the details that the letter must show and that the agency or an owner lacks; empty if none is missing. */
  readonly missing: readonly string[];
}
