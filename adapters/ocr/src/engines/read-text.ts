/** What was read on a page, and how sure the engine is of it. */
export interface ReadText {
  /** The lines that it is sure of. */
  readonly text: string;
  /** From 0 to 100, of a letter on average; also of what is not in the text. */
  readonly confidence: number;
  /** Whether its lines run upwards or downwards. */
  readonly isSideways: boolean;
}

/**
 * Lines that are less sure are none: specks, stamps, leaves on a photograph. Words are not judged one by one: a right one
 * with an apostrophe is often 10.
 */
const LINE_CONFIDENCE_LEAST = 45;
/** A shorter word may be higher than it is wide. */
const LONG_WORD_LETTERS = 4;
/** What Tesseract calls a line of its table that is a word. */
const WORD_LEVEL = "5";
const COLUMNS = { level: 0, block: 2, paragraph: 3, line: 4, width: 8, height: 9, confidence: 10, text: 11 } as const;

interface Line {
  readonly words: string[];
  letters: number;
  /** Sum of the confidence of its letters. */
  sureness: number;
}

/** Tesseract's table: a line for each page, block, paragraph, line and word. */
export function textOfTsv(tsv: string): ReadText {
  const lines = new Map<string, Line>();
  const page = { letters: 0, sureness: 0 };
  let [flat, high] = [0, 0];
  for (const row of tsv.split("\n")) {
    const cells = row.split("\t");
    const word = cells[COLUMNS.text]?.trim() ?? "";
    if (cells[COLUMNS.level] !== WORD_LEVEL || word === "") continue;
    const key = `${cells[COLUMNS.block]} ${cells[COLUMNS.paragraph]} ${cells[COLUMNS.line]}`;
    const line = lines.get(key) ?? { words: [], letters: 0, sureness: 0 };
    lines.set(key, line);
    line.words.push(word);
    if (word.length >= LONG_WORD_LETTERS) {
      if (Number(cells[COLUMNS.width]) < Number(cells[COLUMNS.height])) high += 1;
      else flat += 1;
    }
    for (const sum of [line, page]) {
      sum.letters += word.length;
      sum.sureness += word.length * Number(cells[COLUMNS.confidence]);
    }
  }
  const sureLines = [...lines.values()].filter((line) => meanOf(line) >= LINE_CONFIDENCE_LEAST);
  const text = sureLines.map(({ words }) => words.join(" ")).join("\n");
  return { text, confidence: meanOf(page), isSideways: high > flat };
}

const meanOf = ({ letters, sureness }: { readonly letters: number; readonly sureness: number }) =>
  letters === 0 ? 0 : sureness / letters;
