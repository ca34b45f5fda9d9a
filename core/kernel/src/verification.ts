import type { Transact } from "./transact.ts";

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

/** Rows of one kind, and what is said of those with which something is wrong. */
export interface RowInspection<Stores, Row> {
  readonly name: string;
  readonly area: string;
  /** The next ones behind `last`, in their order. */
  read(stores: Stores, last: Row | null): Promise<readonly Row[]>;
  idOf(row: Row): string;
  /** What may be wrong with any row of the page, in the snapshot that the page was read in. */
  judge(stores: Stores, page: readonly Row[]): Promise<(row: Row) => readonly string[]>;
}

/**
 * The check of such rows: whatever is wrong is an error. A page is one snapshot, and a row is judged by nothing outside its
 * page's: nobody who writes meanwhile is blamed.
 */
export function rowCheck<Stores, Row>(transact: Transact<Stores>, of: RowInspection<Stores, Row>): Check {
  return { name: of.name, look: () => lookAtRows(transact, of) };
}

async function* lookAtRows<Stores, Row>(
  transact: Transact<Stores>,
  of: RowInspection<Stores, Row>,
): AsyncGenerator<Looked> {
  const pages = pagesOf<{ readonly row: Row; readonly problems: readonly string[] }>((last) =>
    transact.read(async (stores) => {
      const page = await of.read(stores, last?.row ?? null);
      const problemsOf = await of.judge(stores, page);
      return page.map((row) => ({ row, problems: problemsOf(row) }));
    }),
  );
  for await (const page of pages) {
    const findings = page.flatMap(({ row, problems }) =>
      problems.map((message): Finding => ({ severity: "error", area: of.area, id: of.idOf(row), message })),
    );
    yield { count: page.length, findings };
  }
}
