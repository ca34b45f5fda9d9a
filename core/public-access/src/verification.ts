import { type Check, type Finding, type Looked, pagesOf, type Transact } from "@cartulary/kernel";
import {
  type InspectedMarks,
  type InspectedRoot,
  type InspectedStamp,
  marksProblems,
  rootProblems,
  stampProblems,
} from "./inspection.ts";
import type { PublicAccessStores } from "./ports.ts";

const PAGE_COUNT = 500;

/**
 * What has to be true of public access: exclusions, roots and stamps belong to what exists, no root is excluded, a root
 * holds its own stamp, and the tree clock is ahead of every number.
 *
 * A page is one snapshot, and a row is judged by nothing outside its page's: nobody who writes meanwhile is blamed.
 */
export function publicAccessChecks<Stores extends PublicAccessStores>({
  transact,
}: {
  readonly transact: Transact<Stores>;
}): readonly Check[] {
  const check = <Row>(of: Inspection<Row>): Check => ({ name: of.name, look: () => look(transact, of) });
  return [check(exclusions), check(roots), check(stamps)];
}

/** Rows of one kind, and what is said of those with which something is wrong. */
interface Inspection<Row> {
  readonly name: string;
  readonly area: string;
  read(stores: PublicAccessStores, last: Row | null): Promise<readonly Row[]>;
  idOf(row: Row): string;
  problems(row: Row, clock: number | null): readonly string[];
}

/** A row, and what is wrong with it. */
interface Judged<Row> {
  readonly row: Row;
  readonly problems: readonly string[];
}

async function* look<Row>(transact: Transact<PublicAccessStores>, of: Inspection<Row>): AsyncGenerator<Looked> {
  const pages = pagesOf<Judged<Row>>((last) =>
    transact.read(async (stores) => {
      const clock = await stores.inspection.treeClock();
      const page = await of.read(stores, last?.row ?? null);
      return page.map((row) => ({ row, problems: of.problems(row, clock) }));
    }),
  );
  for await (const page of pages) {
    const findings = page.flatMap(({ row, problems }) =>
      problems.map((message): Finding => ({ severity: "error", area: of.area, id: of.idOf(row), message })),
    );
    yield { count: page.length, findings };
  }
}

const exclusions: Inspection<InspectedMarks> = {
  name: "exclusions",
  area: "public_access_node",
  read: ({ publicAccessInspection }, last) => publicAccessInspection.marks(last?.id ?? null, PAGE_COUNT),
  idOf: ({ id }) => id,
  problems: marksProblems,
};

const roots: Inspection<InspectedRoot> = {
  name: "public roots",
  area: "public_root",
  read: ({ publicAccessInspection }, last) => publicAccessInspection.roots(last?.id ?? null, PAGE_COUNT),
  idOf: ({ id }) => id,
  problems: rootProblems,
};

const stamps: Inspection<InspectedStamp> = {
  name: "public stamps",
  area: "public_stamp",
  read: ({ publicAccessInspection }, last) => publicAccessInspection.stamps(last, PAGE_COUNT),
  idOf: ({ resourceId, rootId }) => `${resourceId} ${rootId}`,
  problems: stampProblems,
};
