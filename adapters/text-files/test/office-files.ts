import { type ZipEntry, zipOf } from "./zip.ts";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Parts of an office file: name, content type (without the vendor's prefix) and XML. */
type Parts = readonly (readonly [name: string, contentType: string, xml: string])[];

const typesOf = (parts: Parts) =>
  `${XML}<Types><Default Extension="xml" ContentType="application/xml"/>${parts
    .map(
      ([name, type]) =>
        `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
    )
    .join("")}</Types>`;

/** Creates an office file from parts. */
export function openXml(parts: Parts, further: readonly ZipEntry[] = []): Buffer {
  return zipOf([
    { name: "[Content_Types].xml", bytes: typesOf(parts) },
    ...parts.map(([name, , xml]) => ({ name, bytes: XML + xml })),
    ...further,
  ]);
}

const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** Creates a document with this body. */
export function docx(body: string, parts: Parts = []): Buffer {
  return openXml([
    [
      "word/document2.xml",
      "wordprocessingml.document.main",
      `<w:document ${WORD}><w:body>${body}</w:body></w:document>`,
    ],
    ...parts,
  ]);
}

const SHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** The parts of a workbook. */
export interface Workbook {
  readonly properties?: string;
  readonly shared?: readonly string[];
  /** Number formats of the cell styles 1, 2, 3…, by id or code. */
  readonly formats?: readonly (number | string)[];
  readonly rows: string;
}

/** Creates a workbook with one sheet. */
export function xlsx({ properties = "", shared = [], formats = [], rows }: Workbook, parts: Parts = []): Buffer {
  const own = formats.flatMap((code, at) =>
    typeof code === "string" ? [`<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`] : [],
  );
  const styles = ["General", ...formats].map(
    (code, at) => `<xf numFmtId="${typeof code === "number" ? code : at === 0 ? 0 : 163 + at}"/>`,
  );
  return openXml([
    [
      "xl/workbook.xml",
      "spreadsheetml.sheet.main",
      `<workbook ${SHEET}>${properties}<sheets><sheet name="Échéances" sheetId="1"/></sheets></workbook>`,
    ],
    [
      "xl/worksheets/sheet1.xml",
      "spreadsheetml.worksheet",
      `<worksheet ${SHEET}><sheetData>${rows}</sheetData></worksheet>`,
    ],
    [
      "xl/sharedStrings.xml",
      "spreadsheetml.sharedStrings",
      `<sst ${SHEET}>${shared.map((text) => `<si>${text}</si>`).join("")}</sst>`,
    ],
    [
      "xl/styles.xml",
      "spreadsheetml.styles",
      `<styleSheet ${SHEET}><numFmts>${own.join("")}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles.join("")}</cellXfs></styleSheet>`,
    ],
    ...parts,
  ]);
}

const ODF = ["office", "text", "table", "presentation", "style", "dc"]
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(" ");

/** Creates an OpenDocument file. */
export function openDocument(kind: string, body: string, further: readonly ZipEntry[] = []): Buffer {
  return zipOf([
    { name: "mimetype", bytes: `application/vnd.oasis.opendocument.${kind}` },
    {
      name: "content.xml",
      bytes: `${XML}<office:document-content ${ODF}><office:body>${body}</office:body></office:document-content>`,
    },
    ...further,
  ]);
}
