import { snakeName } from "@cartulary/wire";
import { html } from "hono/html";
import { type Cell, type Column, table } from "../components/table.ts";
import type { Words } from "../components/words.ts";
import type { Html } from "../frame/definitions.ts";
import type { AgencyVisit } from "./agency-visit.ts";
import { FIELD_WORDS, type FieldName, type FieldWords } from "./field-words.ts";
import type { AgencyHeading } from "./texts.ts";
import { type AnyRecord, valueCell } from "./values.ts";

/** A column by the name of its field, with another cell than its value where there is one. */
type RecordColumn = readonly [name: FieldName, cell?: (row: AnyRecord) => Cell];

/** Renders a table of records by the names of their fields, below a heading. */
export function recordTable(
  visit: AgencyVisit,
  caption: Words,
  rows: unknown,
  columns: readonly [RecordColumn, ...RecordColumn[]],
): Html {
  const { language, texts } = visit;
  const column = ([name, cell]: RecordColumn): Column<AnyRecord> => {
    const words: FieldWords = FIELD_WORDS[name];
    return {
      head: words[language],
      cell: cell ?? ((row) => valueCell(visit, name, row[name])),
      ...(words.kind === "money" && { isNumber: true }),
    };
  };
  const [first, ...others] = columns;
  return html`<section><h2>${caption[language]}</h2>${table({
    ...{ caption: caption[language], empty: texts.nothing, rows: rows as readonly AnyRecord[] },
    columns: [column(first), ...others.map(column)],
  })}</section>`;
}

/** Renders a link to the page of a record; a dash without one. */
export function recordLink(visit: AgencyVisit, name: AgencyHeading, id: unknown, text: unknown): Cell {
  if (typeof id !== "string") return text === null || text === undefined ? "–" : String(text);
  return html`<a href="${visit.href(`/agency/${snakeName(name)}/${id}`)}">${String(text ?? id)}</a>`;
}
