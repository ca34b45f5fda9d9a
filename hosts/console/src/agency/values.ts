import { html } from "hono/html";
import { facts } from "../components/facts.ts";
import type { Cell } from "../components/table.ts";
import type { Words } from "../components/words.ts";
import type { Html } from "../frame/definitions.ts";
import { day, moment, moneyText, numberText } from "../frame/formats.ts";
import type { Visit } from "../frame/visit.ts";
import { choiceText } from "./choice-words.ts";
import { FIELD_WORDS, type FieldName, type FieldWords } from "./field-words.ts";

/** A record as an operation answers it, by names in memory. */
export type AnyRecord = Readonly<Record<string, unknown>>;

/** A group of fields of a record. */
export interface FieldSet {
  readonly legend: Words;
  readonly names: readonly FieldName[];
}

const TEN_THOUSAND = 10_000;

/** Returns the value of a field for people; a missing one is a dash. */
export function valueCell(
  { language, texts }: Pick<Visit, "language" | "texts">,
  name: FieldName,
  value: unknown,
): Cell {
  const { kind }: FieldWords = FIELD_WORDS[name];
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? texts.yes : texts.no;
  if (typeof value === "number") {
    if (kind === "money") return moneyText(language, value);
    if (kind === "decimal") return numberText(language, value / TEN_THOUSAND);
    return kind === "percent" ? `${numberText(language, value / TEN_THOUSAND)} %` : numberText(language, value);
  }
  const text = String(value);
  if (kind === "choice") return choiceText(language, text);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return day(language, text);
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? moment(language, text) : text;
}

/** Renders the fields of a record by group. */
export function recordFacts(visit: Visit, sets: readonly FieldSet[], record: AnyRecord): Html {
  return html`${sets.map(
    ({ legend, names }) =>
      html`<section><h2>${legend[visit.language]}</h2>${facts(
        names.map((name) => [FIELD_WORDS[name][visit.language], valueCell(visit, name, record[name])] as const),
      )}</section>`,
  )}`;
}
