/** The recognised text of a page and its confidence. */
export interface ReadText {
  /** The lines with enough confidence. */
  readonly text: string;
  /** Average confidence of all letters, from 0 to 100, omitted lines included. */
  readonly confidence: number;
  /** True if the lines run upwards or downwards. */
  readonly isSideways: boolean;
}

/**
 * Lines with less confidence are specks, stamps or photographs. Words are not filtered: a correct word with an
 * apostrophe often has 10.
 */
const LINE_CONFIDENCE_LEAST = 45;
/** Shorter words may be taller than wide. */
const LONG_WORD_LETTERS = 4;
/** Tesseract's level of rows that are words. */
const WORD_LEVEL = "5";
const COLUMNS = { level: 0, block: 2, paragraph: 3, line: 4, width: 8, height: 9, confidence: 10, text: 11 } as const;

interface Line {
  readonly words: string[];
  letters: number;
  /** Sum of the confidence of its letters. */
  confidenceSum: number;
}

/** Reads Tesseract's TSV table, which has a row for each page, block, paragraph, line and word. */
export function textOfTsv(tsv: string): ReadText {
  const lines = new Map<string, Line>();
  const page = { letters: 0, confidenceSum: 0 };
  let [wide, tall] = [0, 0];
  for (const row of tsv.split("\n")) {
    const cells = row.split("\t");
    const word = cells[COLUMNS.text]?.trim() ?? "";
    if (cells[COLUMNS.level] !== WORD_LEVEL || word === "") continue;
    const key = `${cells[COLUMNS.block]} ${cells[COLUMNS.paragraph]} ${cells[COLUMNS.line]}`;
    const line = lines.get(key) ?? { words: [], letters: 0, confidenceSum: 0 };
    lines.set(key, line);
    line.words.push(word);
    if (word.length >= LONG_WORD_LETTERS) {
      if (Number(cells[COLUMNS.width]) < Number(cells[COLUMNS.height])) tall += 1;
      else wide += 1;
    }
    for (const sum of [line, page]) {
      sum.letters += word.length;
      sum.confidenceSum += word.length * Number(cells[COLUMNS.confidence]);
    }
  }
  const confidentLines = [...lines.values()].filter((line) => meanConfidence(line) >= LINE_CONFIDENCE_LEAST);
  const text = confidentLines.map(({ words }) => words.join(" ")).join("\n");
  return { text, confidence: meanConfidence(page), isSideways: tall > wide };
}

const meanConfidence = ({ letters, confidenceSum }: { readonly letters: number; readonly confidenceSum: number }) =>
  letters === 0 ? 0 : confidenceSum / letters;
