import type { Archive } from "./archive.ts";
import { markedText, type TextMarkup } from "./marked-text.ts";
import type { Part } from "./part.ts";
import { Unreadable } from "./unreadable.ts";
import { workbookTexts } from "./workbook.ts";
import { attributeOf, partCharacters, xmlTexts } from "./xml.ts";

/** Office Open XML (ECMA-376): what each part is, `[Content_Types].xml` says. */
export async function* openXmlTexts(archive: Archive): AsyncIterable<string> {
  const parts = await partsOf(archive);
  if (!parts.some(({ contentType }) => MAIN.test(contentType))) throw new Unreadable("none", "No document");
  for (const role of ROLES) {
    const inRole = parts.filter(({ contentType }) => role.test(contentType)).sort(byNumber);
    if (role === WORKBOOK) yield* workbookTexts(archive, inRole, parts);
    else for (const { name } of inRole) yield* xmlTexts(partCharacters(archive.read(name)), markedText(MARKUP));
  }
}

/** Documents, templates and slide shows, with and without macros. Parts that are not XML end otherwise. */
const MAIN =
  /^application\/vnd\.(?:openxmlformats-officedocument\.(?:wordprocessing|spreadsheet|presentation)ml|ms-(?:word|excel|powerpoint))\..*main\+xml$/;

const WORKBOOK = /(?:spreadsheetml|ms-excel)\..*main\+xml$/;

/** Parts with text, in the order in which they are read. */
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
  // What was deleted or moved away while changes were tracked; what older programs show instead of something; how a word is read aloud.
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

/** slide2 comes before slide10. */
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
