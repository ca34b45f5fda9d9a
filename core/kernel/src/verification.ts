/** Something that is not as it has to be. */
export interface Finding {
  /** An `error` is damage; a `warning` is litter that does no harm. */
  readonly severity: "error" | "warning";
  /** What kind of thing it is about: `blob`, `folder`. */
  readonly area: string;
  /** Which one. */
  readonly id: string;
  /** One sentence, of which the area and the id are the subject. */
  readonly message: string;
}

/** How far a check came with one step. */
export interface Looked {
  /** How many things were looked at in this step. */
  readonly count: number;
  readonly findings: readonly Finding[];
}

/** One thing that has to be true of everything stored. It changes nothing, and may run while others write. */
export interface Check {
  /** What is looked at, for whoever waits: `bytes of blobs`. */
  readonly name: string;
  /** Looks at everything, step by step, so that no more than one step is in memory. */
  look(): AsyncIterable<Looked>;
}

/** All rows that `read` gives, page by page: it is told the last row it gave, and gives none when there are no more. */
export async function* pagesOf<Row>(
  read: (last: Row | null) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let last: Row | null = null;
  for (;;) {
    const page: readonly Row[] = await read(last);
    const end = page.at(-1);
    if (end === undefined) return;
    yield page;
    last = end;
  }
}
