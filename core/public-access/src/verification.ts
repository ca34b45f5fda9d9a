import { type Check, type RowInspection, rowCheck, type Transact } from "@cartulary/kernel";
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
  const check = <Row>(of: RowInspection<PublicAccessStores, Row>) => rowCheck<PublicAccessStores, Row>(transact, of);
  return [check(exclusions), check(roots), check(stamps)];
}

/** Rows that are judged by the tree's clock. */
const inspection = <Row>(
  of: Omit<RowInspection<PublicAccessStores, Row>, "judge">,
  problems: (row: Row, clock: number | null) => readonly string[],
): RowInspection<PublicAccessStores, Row> => ({
  ...of,
  async judge(stores) {
    const clock = await stores.inspection.treeClock();
    return (row) => problems(row, clock);
  },
});

const exclusions = inspection<InspectedMarks>(
  {
    name: "exclusions",
    area: "public_access_node",
    read: ({ publicAccessInspection }, last) => publicAccessInspection.marks(last?.id ?? null, PAGE_COUNT),
    idOf: ({ id }) => id,
  },
  marksProblems,
);

const roots = inspection<InspectedRoot>(
  {
    name: "public roots",
    area: "public_root",
    read: ({ publicAccessInspection }, last) => publicAccessInspection.roots(last?.id ?? null, PAGE_COUNT),
    idOf: ({ id }) => id,
  },
  rootProblems,
);

const stamps = inspection<InspectedStamp>(
  {
    name: "public stamps",
    area: "public_stamp",
    read: ({ publicAccessInspection }, last) => publicAccessInspection.stamps(last, PAGE_COUNT),
    idOf: ({ resourceId, rootId }) => `${resourceId} ${rootId}`,
  },
  stampProblems,
);
