import type { Transact } from "./transact.ts";

/** A problem in the stored data. */
export interface Finding {
  /** An `error` is damage; a `warning` is harmless litter. */
  readonly severity: "error" | "warning";
  /** The kind of thing: `blob`, `folder`. */
  readonly area: string;
  readonly id: string;
  /** One sentence whose subject is the area and id. */
  readonly message: string;
}

/** The result of one step of a check. */
export interface CheckStep {
  /** How many things were looked at in this step. */
  readonly count: number;
  readonly findings: readonly Finding[];
}

/** An integrity check of stored data. Changes nothing, and may run while others write. */
export interface Check {
  /** A description for progress messages: `bytes of blobs`. */
  readonly name: string;
  /** Checks everything in steps; only one step is in memory at a time. */
  run(): AsyncIterable<CheckStep>;
}

/** Yields pages of rows until a page is empty. `read` receives the last row of the page before. */
export async function* readPages<Row>(
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

/** An integrity check of rows of one kind. */
export interface RowCheckOptions<Stores, Row> {
  readonly name: string;
  readonly area: string;
  /** Returns the next rows after `last`, in their order. */
  read(stores: Stores, last: Row | null): Promise<readonly Row[]>;
  idOf(row: Row): string;
  /** Returns a function that lists the problems of a row of the page, based on the snapshot of the page. */
  findProblems(stores: Stores, page: readonly Row[]): Promise<(row: Row) => readonly string[]>;
}

/**
 * Creates a check that reports every problem as an error. Each page is read and checked in one snapshot, so concurrent
 * writes cause no false findings.
 */
export function rowCheck<Stores, Row>(transact: Transact<Stores>, of: RowCheckOptions<Stores, Row>): Check {
  return { name: of.name, run: () => checkRows(transact, of) };
}

async function* checkRows<Stores, Row>(
  transact: Transact<Stores>,
  of: RowCheckOptions<Stores, Row>,
): AsyncGenerator<CheckStep> {
  const pages = readPages<{ readonly row: Row; readonly problems: readonly string[] }>((last) =>
    transact.read(async (stores) => {
      const page = await of.read(stores, last?.row ?? null);
      const problemsOf = await of.findProblems(stores, page);
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
