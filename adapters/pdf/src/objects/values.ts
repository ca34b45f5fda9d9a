/** A value of a PDF file (ISO 32000-1, 7.3). Strings are `PdfString`, dictionaries are maps from raw names. */
export type PdfValue =
  | null
  | boolean
  | number
  | PdfReal
  | PdfName
  | PdfString
  | PdfValue[]
  | PdfDictionary
  | PdfStream
  | PdfCell;

/** Keys are as the file writes them, without the slash. */
export type PdfDictionary = Map<string, PdfValue>;

/** A number that is no small integer, with the digits that the file wrote: nothing is rounded on the way. */
export class PdfReal {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A name as the file writes it, without the slash. */
export class PdfName {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The bytes of a string, one character a byte. */
export class PdfString {
  readonly bytes: string;
  constructor(bytes: string) {
    this.bytes = bytes;
  }
}

/** A dictionary with bytes, which stay encoded as they are. */
export class PdfStream {
  readonly dictionary: PdfDictionary;
  readonly bytes: Uint8Array;
  constructor(dictionary: PdfDictionary, bytes: Uint8Array) {
    this.dictionary = dictionary;
    this.bytes = bytes;
  }
}

/** An indirect object. References to it are the cell itself, so that they need no number before they are written. */
export class PdfCell {
  value: PdfValue;
  /** What its file calls it; `null` for a new one. */
  readonly number: number | null;
  constructor(value: PdfValue, number: number | null = null) {
    this.value = value;
    this.number = number;
  }
}

/** How many references to references are followed. */
const HOPS_MAX = 16;

/** What a reference refers to; any other value is itself. */
export function resolved(value: PdfValue | undefined): Exclude<PdfValue, PdfCell> {
  let found = value ?? null;
  for (let hop = 0; found instanceof PdfCell; hop += 1) {
    if (hop === HOPS_MAX) return null;
    found = found.value;
  }
  return found;
}

export function dictionaryOf(value: PdfValue | undefined): PdfDictionary | null {
  const found = resolved(value);
  return found instanceof Map ? found : null;
}

/** The elements of an array; none where there is no array. */
export function elementsOf(value: PdfValue | undefined): PdfValue[] {
  const found = resolved(value);
  return Array.isArray(found) ? found : [];
}

export function integerOf(value: PdfValue | undefined): number | null {
  const found = resolved(value);
  return typeof found === "number" ? found : null;
}

/** Whether a value is the name `text`. */
export function isNamed(value: PdfValue | undefined, text: string): boolean {
  const found = resolved(value);
  return found instanceof PdfName && found.text === text;
}

/** A dictionary of what is there: entries that are `undefined` are left out. */
export function dictionary(entries: Readonly<Record<string, PdfValue | undefined>>): PdfDictionary {
  return new Map(Object.entries(entries).filter((entry): entry is [string, PdfValue] => entry[1] !== undefined));
}

/** Calls `visit` with each dictionary that the cells hold, those within other values and of streams too. */
export function eachDictionary(cells: Iterable<PdfCell>, visit: (dictionary: PdfDictionary) => void): void {
  const within = (value: PdfValue): void => {
    if (Array.isArray(value)) value.forEach(within);
    if (value instanceof PdfStream) within(value.dictionary);
    if (!(value instanceof Map)) return;
    visit(value);
    for (const inner of value.values()) within(inner);
  };
  for (const cell of cells) within(cell.value);
}
