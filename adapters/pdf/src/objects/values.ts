/** A PDF value (ISO 32000-1, 7.3). Strings are `PdfString`, dictionaries are maps from raw names. */
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

/** Keys are raw names without the slash. */
export type PdfDictionary = Map<string, PdfValue>;

/** A number that is not a small integer, with its original digits, so that nothing is rounded. */
export class PdfReal {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A raw name without the slash. */
export class PdfName {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The bytes of a string, one character per byte. */
export class PdfString {
  readonly bytes: string;
  constructor(bytes: string) {
    this.bytes = bytes;
  }
}

/** A dictionary with bytes, which stay encoded. */
export class PdfStream {
  readonly dictionary: PdfDictionary;
  readonly bytes: Uint8Array;
  constructor(dictionary: PdfDictionary, bytes: Uint8Array) {
    this.dictionary = dictionary;
    this.bytes = bytes;
  }
}

/** An indirect object. References are the cell itself, so that they need no number before writing. */
export class PdfCell {
  value: PdfValue;
  /** Its number in the file; `null` for a new object. */
  readonly number: number | null;
  constructor(value: PdfValue, number: number | null = null) {
    this.value = value;
    this.number = number;
  }
}

/** Maximum length of a chain of references. */
const HOPS_MAX = 16;

/** Returns the referenced value; other values are returned unchanged. */
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

/** Returns the elements of an array; none for other values. */
export function elementsOf(value: PdfValue | undefined): PdfValue[] {
  const found = resolved(value);
  return Array.isArray(found) ? found : [];
}

export function integerOf(value: PdfValue | undefined): number | null {
  const found = resolved(value);
  return typeof found === "number" ? found : null;
}

/** True if the value is the name `text`. */
export function isNamed(value: PdfValue | undefined, text: string): boolean {
  const found = resolved(value);
  return found instanceof PdfName && found.text === text;
}

/** Creates a dictionary without the entries that are `undefined`. */
export function dictionary(entries: Readonly<Record<string, PdfValue | undefined>>): PdfDictionary {
  return new Map(Object.entries(entries).filter((entry): entry is [string, PdfValue] => entry[1] !== undefined));
}

/** Calls `visit` with each dictionary in the cells, including nested ones and those of streams. */
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
