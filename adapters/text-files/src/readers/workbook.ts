import type { Archive } from "./archive.ts";
import { type CellFormat, cellFormatOf, formatNumber } from "./cell-format.ts";
import type { Part } from "./part.ts";
import { Unreadable } from "./unreadable.ts";
import { attributeOf, partCharacters, type XmlListener, xmlTexts } from "./xml.ts";

/** Maximum length of all shared strings, in UTF-16 units. */
const SHARED_LENGTH_MAX = 33_554_432;
const FORMATS_MAX = 65_536;

/** Yields the sheet names, and the cells row by row as displayed. */
export async function* workbookTexts(
  archive: Archive,
  workbooks: readonly Part[],
  parts: readonly Part[],
): AsyncIterable<string> {
  const read = (name: string, listener: XmlListener) => xmlTexts(partCharacters(archive.read(name)), listener);
  const partsOf = (ending: string) => parts.filter(({ contentType }) => contentType.endsWith(ending));
  const workbook = workbookListener();
  for (const { name } of workbooks) yield* read(name, workbook);
  const styles = stylesListener();
  for (const { name } of partsOf("spreadsheetml.styles+xml")) yield* read(name, styles);
  const shared = sharedListener();
  for (const { name } of partsOf("spreadsheetml.sharedStrings+xml")) yield* read(name, shared);
  const cells: Cells = { texts: shared.texts, formats: styles.formats(), isFrom1904: workbook.isFrom1904() };
  for (const { name } of partsOf("spreadsheetml.worksheet+xml")) yield* read(name, sheetListener(cells));
}

/** The strings and formats that cells refer to. */
interface Cells {
  readonly texts: readonly string[];
  readonly formats: readonly CellFormat[];
  readonly isFrom1904: boolean;
}

function workbookListener() {
  let isFrom1904 = false;
  let names = "";
  return {
    isFrom1904: () => isFrom1904,
    open(name: string, attributes: Readonly<Record<string, string>>) {
      if (name === "workbookPr") isFrom1904 = /^(?:1|true)$/.test(attributeOf(attributes, "date1904"));
      if (name === "sheet") names += `${attributeOf(attributes, "name")}\n`;
    },
    close() {},
    characters() {},
    take() {
      const text = names;
      names = "";
      return text;
    },
  } satisfies XmlListener & { isFrom1904(): boolean };
}

function stylesListener() {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let isInCellFormats = false;
  return {
    formats: () => ids.map((id) => cellFormatOf(id, codes.get(id) ?? null)),
    open(name: string, attributes: Readonly<Record<string, string>>) {
      const id = Number(attributeOf(attributes, "numFmtId"));
      if (name === "numFmt" && codes.size < FORMATS_MAX) codes.set(id, attributeOf(attributes, "formatCode"));
      if (name === "cellXfs") isInCellFormats = true;
      if (name === "xf" && isInCellFormats && ids.length < FORMATS_MAX) ids.push(id);
    },
    close(name: string) {
      if (name === "cellXfs") isInCellFormats = false;
    },
    characters() {},
    take: () => "",
  } satisfies XmlListener & { formats(): readonly CellFormat[] };
}

function sharedListener() {
  const texts: string[] = [];
  let text = "";
  let length = 0;
  let isText = false;
  let isPronunciation = false;
  return {
    texts,
    open(name: string) {
      if (name === "t") isText = true;
      if (name === "rPh") isPronunciation = true;
    },
    close(name: string) {
      if (name === "t") isText = false;
      if (name === "rPh") isPronunciation = false;
      if (name !== "si") return;
      texts.push(text);
      // Counts one more per string, because an empty string takes memory too.
      length += text.length + 1;
      text = "";
      if (length > SHARED_LENGTH_MAX) throw new Unreadable("damaged", "Too many shared strings");
    },
    characters(characters: string) {
      if (isText && !isPronunciation) text += characters;
    },
    take: () => "",
  } satisfies XmlListener & { texts: readonly string[] };
}

function sheetListener({ texts, formats, isFrom1904 }: Cells): XmlListener {
  let output = "";
  let type = "";
  let format: CellFormat | undefined;
  let value = "";
  let isValue = false;
  let isPronunciation = false;

  function displayed(): string {
    if (type === "s") return texts[Number(value)] ?? "";
    if (type === "b") return value === "1" ? "TRUE" : "FALSE";
    return type === "" || type === "n" ? formatNumber(value, format, isFrom1904) : value;
  }

  return {
    open(name, attributes) {
      if (name === "c") {
        type = attributeOf(attributes, "t");
        format = formats[Number(attributeOf(attributes, "s"))];
        value = "";
      }
      if (name === "v" || name === "t") isValue = true;
      if (name === "rPh") isPronunciation = true;
    },
    close(name) {
      if (name === "v" || name === "t") isValue = false;
      if (name === "rPh") isPronunciation = false;
      if (name === "c" && value !== "") output += `${displayed()}\t`;
      if (name === "row") output += "\n";
    },
    characters(text) {
      if (isValue && !isPronunciation) value += text;
    },
    take() {
      const text = output;
      output = "";
      return text;
    },
  };
}
