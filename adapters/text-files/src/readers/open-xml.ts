import type { Archive } from "./archive.ts";
import { markedText, type TextMarkup } from "./marked-text.ts";
import type { Part } from "./part.ts";
import { Unreadable } from "./unreadable.ts";
import { workbookTexts } from "./workbook.ts";
import { attributeOf, partCharacters, xmlTexts } from "./xml.ts";

/**
 * Yields the text of an Office Open XML file (ECMA-376). `[Content_Types].xml` has the type of each part; without it or
 * without types, parts are found by their usual names.
 */
export async function* openXmlTexts(archive: Archive): AsyncIterable<string> {
  const declared = await partsOf(archive);
  const parts = declared.some(({ contentType }) => MAIN.test(contentType)) ? declared : usualParts(archive);
  if (!parts.some(({ contentType }) => MAIN.test(contentType))) throw new Unreadable("none", "No document");
  for (const role of ROLES) {
    const inRole = parts.filter(({ contentType }) => role.test(contentType)).sort(byNumber);
    if (role === WORKBOOK) yield* workbookTexts(archive, inRole, parts);
    else for (const { name } of inRole) yield* xmlTexts(partCharacters(archive.read(name)), markedText(MARKUP));
  }
}

/** Types of documents, templates and slide shows, with and without macros. Types of binary parts end differently. */
const MAIN =
  /^application\/vnd\.(?:openxmlformats-officedocument\.(?:wordprocessing|spreadsheet|presentation)ml|ms-(?:word|excel|powerpoint))\..*main\+xml$/;

const WORKBOOK = /(?:spreadsheetml|ms-excel)\..*main\+xml$/;

/** Parts with text, in reading order. */
const ROLES = [
  /(?:wordprocessingml|ms-word)\..*main\+xml$/,
  WORKBOOK,
  /presentationml\.slide\+xml$/,
  /presentationml\.notesSlide\+xml$/,
  /wordprocessingml\.(?:header|footer|footnotes|endnotes|comments)\+xml$/,
  /(?:spreadsheetml\.|presentationml\.|ms-excel\.threaded|ms-powerpoint\.)comments\+xml$/,
  /(?:drawing|drawingml\.diagramData|drawingml\.chart)\+xml$/,
] as const;

const MARKUP: TextMarkup = {
  texts: new Set(["t", "text"]),
  // Tracked deletions and moves, fallbacks for older programs, and pronunciation guides.
  absent: new Set(["del", "moveFrom", "Fallback", "rPh"]),
  before: new Map([
    ["tab", "\t"],
    ["br", "\n"],
    ["cr", "\n"],
    ["noBreakHyphen", "-"],
  ]),
  after: new Map([
    ["p", "\n"],
    ["comment", "\n"],
    ["threadedComment", "\n"],
    ["cm", "\n"],
  ]),
  values: new Map(),
  hiding: { hidden: "r", hides: "vanish" },
};

/** Orders slide2 before slide10. */
function byNumber(one: Part, other: Part): number {
  return numberOf(one) - numberOf(other) || (one.name < other.name ? -1 : 1);
}

const numberOf = ({ name }: Part) => Number(/(\d{1,9})\.xml$/.exec(name)?.[1] ?? 0);

async function partsOf(archive: Archive): Promise<readonly Part[]> {
  const parts: Part[] = [];
  const listener = {
    open(name: string, attributes: Readonly<Record<string, string>>) {
      const partName = attributeOf(attributes, "PartName");
      if (name !== "Override" || partName === "") return;
      parts.push({ name: partName.slice(1).toLowerCase(), contentType: attributeOf(attributes, "ContentType") });
    },
    close() {},
    characters() {},
    take: () => "",
  };
  for await (const _ of xmlTexts(partCharacters(archive.read("[content_types].xml")), listener)) {
    if (parts.length > PARTS_MAX) throw new Unreadable("damaged", "Too many parts");
  }
  return parts.filter(({ name }) => archive.has(name));
}

const PARTS_MAX = 20_000;

/** The usual part names and their types. */
const USUAL_PARTS: readonly (readonly [name: RegExp, type: string])[] = [
  [/^word\/document\.xml$/, "wordprocessingml.document.main"],
  [/^word\/header\d*\.xml$/, "wordprocessingml.header"],
  [/^word\/footer\d*\.xml$/, "wordprocessingml.footer"],
  [/^word\/footnotes\.xml$/, "wordprocessingml.footnotes"],
  [/^word\/endnotes\.xml$/, "wordprocessingml.endnotes"],
  [/^word\/comments\.xml$/, "wordprocessingml.comments"],
  [/^xl\/workbook\.xml$/, "spreadsheetml.sheet.main"],
  [/^xl\/worksheets\/sheet\d*\.xml$/, "spreadsheetml.worksheet"],
  [/^xl\/sharedstrings\.xml$/, "spreadsheetml.sharedStrings"],
  [/^xl\/styles\.xml$/, "spreadsheetml.styles"],
  [/^ppt\/presentation\.xml$/, "presentationml.presentation.main"],
  [/^ppt\/slides\/slide\d*\.xml$/, "presentationml.slide"],
  [/^ppt\/notesslides\/notesslide\d*\.xml$/, "presentationml.notesSlide"],
];

/** True if the archive contains a document with the usual name. */
export function isOpenXml({ has }: Archive): boolean {
  return ["[content_types].xml", "word/document.xml", "xl/workbook.xml", "ppt/presentation.xml"].some(has);
}

function usualParts(archive: Archive): readonly Part[] {
  const parts: Part[] = [];
  for (const name of archive.names) {
    const type = USUAL_PARTS.find(([usual]) => usual.test(name))?.[1];
    if (type !== undefined) {
      parts.push({ name, contentType: `application/vnd.openxmlformats-officedocument.${type}+xml` });
    }
  }
  return parts;
}
