import type { BlobReferences } from "@cartulary/blobs";
import { type Check, type CheckStep, type RowCheckOptions, rowCheck, type Transact } from "@cartulary/kernel";
import {
  codesProblems,
  contentProblems,
  type DocumentIntegrityRow,
  depthProblems,
  type FolderIntegrityRow,
  filingProblems,
  type GrantIntegrityRow,
  missingProblems,
  type PlanIntegrityRow,
  placeProblems,
  type ReplayIntegrityRow,
  replayProblems,
  type VersionIntegrityRow,
  versionsProblems,
  type WorkspaceIntegrityRow,
} from "./inspection.ts";
import type { DocumentStores } from "./ports.ts";

type Inspection<Row> = RowCheckOptions<DocumentStores, Row>;

const PAGE_COUNT = 500;
/** Smaller than for other tables: a plan has thousands of entries. */
const PLANS_COUNT = 20;

/**
 * Checks the tree and the records on it: references exist, folders form trees of the allowed depth, a tree is in one
 * workspace, codes exist in its plan, the clock exceeds every placement, and version numbers have no gaps.
 *
 * Each page is read in one snapshot and a row is checked against data of that snapshot only, so concurrent writes cause
 * no false reports.
 */
export function documentChecks<Stores extends DocumentStores>({
  transact,
}: {
  readonly transact: Transact<Stores>;
}): readonly Check[] {
  const check = <Row>(of: Inspection<Row>) => rowCheck<DocumentStores, Row>(transact, of);
  return [
    { name: "tree clock", run: () => checkClock(transact) },
    check(plans),
    check(workspaces),
    check(folders),
    check(documents),
    check(versions),
    check(grants),
    check(replays),
  ];
}

export const documentBlobHolders: BlobReferences<DocumentStores> = ({ inspection }, from, through) =>
  inspection.blobHolders(from, through);

async function* checkClock(transact: Transact<DocumentStores>): AsyncGenerator<CheckStep> {
  const seq = await transact.read(({ inspection }) => inspection.treeClock());
  const missing = { severity: "error", area: "tree_clock", id: "1", message: "does not exist" } as const;
  yield { count: 1, findings: seq === null ? [missing] : [] };
}

const idOf = ({ id }: { readonly id: string }): string => id;

const plans: Inspection<PlanIntegrityRow> = {
  name: "classification plans",
  area: "classification_plan",
  read: ({ inspection }, last) => inspection.plans(last?.id ?? null, PLANS_COUNT),
  idOf,
  findProblems: async () => (plan) => [...missingProblems(plan), ...codesProblems(plan)],
};

const workspaces: Inspection<WorkspaceIntegrityRow> = {
  name: "workspaces",
  area: "workspace",
  read: ({ inspection }, last) => inspection.workspaces(last?.id ?? null, PAGE_COUNT),
  idOf,
  findProblems: async () => missingProblems,
};

const folders: Inspection<FolderIntegrityRow> = {
  name: "folders",
  area: "folder",
  read: ({ inspection }, last) => inspection.folders(last?.id ?? null, PAGE_COUNT),
  idOf,
  async findProblems({ inspection }) {
    const clock = await inspection.treeClock();
    return (folder) => [...missingProblems(folder), ...placeProblems(folder, clock), ...depthProblems(folder)];
  },
};

const documents: Inspection<DocumentIntegrityRow> = {
  name: "documents",
  area: "document",
  read: ({ inspection }, last) => inspection.documents(last?.id ?? null, PAGE_COUNT),
  idOf,
  async findProblems({ inspection, blobs }, page) {
    const clock = await inspection.treeClock();
    const records = await blobs.find(page.map(({ blobKey }) => blobKey));
    return (document) => [
      ...missingProblems(document),
      ...placeProblems(document, clock),
      ...filingProblems(document),
      ...versionsProblems(document),
      ...contentProblems(document, records.get(document.blobKey)),
    ];
  },
};

const versions: Inspection<VersionIntegrityRow> = {
  name: "versions",
  area: "version",
  read: ({ inspection }, last) => inspection.versions(last?.id ?? null, PAGE_COUNT),
  idOf,
  async findProblems({ blobs }, page) {
    const records = await blobs.find(page.map(({ blobKey }) => blobKey));
    return (version) => [...missingProblems(version), ...contentProblems(version, records.get(version.blobKey))];
  },
};

const grants: Inspection<GrantIntegrityRow> = {
  name: "grants",
  area: "grant",
  read: ({ inspection }, last) => inspection.grants(last?.id ?? null, PAGE_COUNT),
  idOf,
  findProblems: async () => missingProblems,
};

const replays: Inspection<ReplayIntegrityRow> = {
  name: "stored replies",
  area: "replay",
  read: ({ inspection }, last) => inspection.replays(last, PAGE_COUNT),
  idOf: ({ userId, scope, key }) => `${userId} ${scope} ${key}`,
  findProblems: async () => replayProblems,
};
