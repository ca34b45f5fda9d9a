import { type Check, type RowCheckOptions, rowCheck, type Transact } from "@cartulary/kernel";
import {
  type BarriersIntegrityRow,
  barriersProblems,
  type RootIntegrityRow,
  rootProblems,
  type StampIntegrityRow,
  stampProblems,
} from "./inspection.ts";
import type { PublicAccessStores } from "./ports.ts";

const PAGE_COUNT = 500;

/**
 * Checks the data of public access: exclusions, roots and stamps belong to existing records, no root is excluded, a
 * root has its own stamp, and no number exceeds the tree clock.
 *
 * Each page is read in one snapshot and a row is checked against data of that snapshot only, so concurrent writes cause
 * no false reports.
 */
export function publicAccessChecks<Stores extends PublicAccessStores>({
  transact,
}: {
  readonly transact: Transact<Stores>;
}): readonly Check[] {
  const check = <Row>(of: RowCheckOptions<PublicAccessStores, Row>) => rowCheck<PublicAccessStores, Row>(transact, of);
  return [check(exclusions), check(roots), check(stamps)];
}

/** Checks rows against the tree clock of the same snapshot. */
const inspection = <Row>(
  of: Omit<RowCheckOptions<PublicAccessStores, Row>, "findProblems">,
  problems: (row: Row, clock: number | null) => readonly string[],
): RowCheckOptions<PublicAccessStores, Row> => ({
  ...of,
  async findProblems(stores) {
    const clock = await stores.inspection.treeClock();
    return (row) => problems(row, clock);
  },
});

const exclusions = inspection<BarriersIntegrityRow>(
  {
    name: "exclusions",
    area: "public_access_node",
    read: ({ publicAccessInspection }, last) => publicAccessInspection.barriers(last?.id ?? null, PAGE_COUNT),
    idOf: ({ id }) => id,
  },
  barriersProblems,
);

const roots = inspection<RootIntegrityRow>(
  {
    name: "public roots",
    area: "public_root",
    read: ({ publicAccessInspection }, last) => publicAccessInspection.roots(last?.id ?? null, PAGE_COUNT),
    idOf: ({ id }) => id,
  },
  rootProblems,
);

const stamps = inspection<StampIntegrityRow>(
  {
    name: "public stamps",
    area: "public_stamp",
    read: ({ publicAccessInspection }, last) => publicAccessInspection.stamps(last, PAGE_COUNT),
    idOf: ({ resourceId, rootId }) => `${resourceId} ${rootId}`,
  },
  stampProblems,
);
