import type { BlobHolders } from "@cartulary/blobs";
import { type Check, type Looked, type RowInspection, rowCheck, type Transact } from "@cartulary/kernel";
import {
  codesProblems,
  contentProblems,
  depthProblems,
  filingProblems,
  type InspectedDocument,
  type InspectedFolder,
  type InspectedGrant,
  type InspectedPlan,
  type InspectedReplay,
  type InspectedVersion,
  type InspectedWorkspace,
  missingProblems,
  placeProblems,
  replayProblems,
  versionsProblems,
} from "./inspection.ts";
import type { DocumentStores } from "./ports.ts";

type Inspection<Row> = RowInspection<DocumentStores, Row>;

const PAGE_COUNT = 500;
/** A plan has thousands of entries. */
const PLANS_COUNT = 20;

/**
 * What has to be true of the tree and of what hangs on it: whatever is referred to exists, folders make trees of the
 * allowed height, a tree lies in one workspace, documents are filed by its plan, the clock is ahead of every placement,
 * histories have no gaps.
 *
 * A page is one snapshot, and a row is judged by nothing outside its page's: nobody who writes meanwhile is blamed.
 */
export function documentChecks<Stores extends DocumentStores>({
  transact,
}: {
  readonly transact: Transact<Stores>;
}): readonly Check[] {
  const check = <Row>(of: Inspection<Row>) => rowCheck<DocumentStores, Row>(transact, of);
  return [
    { name: "tree clock", look: () => lookAtClock(transact) },
    check(plans),
    check(workspaces),
    check(folders),
    check(documents),
    check(versions),
    check(grants),
    check(replays),
  ];
}

/** For the checks of blobs. */
export const documentBlobHolders: BlobHolders<DocumentStores> = ({ inspection }, from, through) =>
  inspection.blobHolders(from, through);

async function* lookAtClock(transact: Transact<DocumentStores>): AsyncGenerator<Looked> {
  const seq = await transact.read(({ inspection }) => inspection.treeClock());
  const lost = { severity: "error", area: "tree_clock", id: "1", message: "does not exist" } as const;
  yield { count: 1, findings: seq === null ? [lost] : [] };
}

const idOf = ({ id }: { readonly id: string }): string => id;

const plans: Inspection<InspectedPlan> = {
  name: "classification plans",
  area: "classification_plan",
  read: ({ inspection }, last) => inspection.plans(last?.id ?? null, PLANS_COUNT),
  idOf,
  judge: async () => (plan) => [...missingProblems(plan), ...codesProblems(plan)],
};

const workspaces: Inspection<InspectedWorkspace> = {
  name: "workspaces",
  area: "workspace",
  read: ({ inspection }, last) => inspection.workspaces(last?.id ?? null, PAGE_COUNT),
  idOf,
  judge: async () => missingProblems,
};

const folders: Inspection<InspectedFolder> = {
  name: "folders",
  area: "folder",
  read: ({ inspection }, last) => inspection.folders(last?.id ?? null, PAGE_COUNT),
  idOf,
  async judge({ inspection }) {
    const clock = await inspection.treeClock();
    return (folder) => [...missingProblems(folder), ...placeProblems(folder, clock), ...depthProblems(folder)];
  },
};

const documents: Inspection<InspectedDocument> = {
  name: "documents",
  area: "document",
  read: ({ inspection }, last) => inspection.documents(last?.id ?? null, PAGE_COUNT),
  idOf,
  async judge({ inspection, blobs }, page) {
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

const versions: Inspection<InspectedVersion> = {
  name: "versions",
  area: "version",
  read: ({ inspection }, last) => inspection.versions(last?.id ?? null, PAGE_COUNT),
  idOf,
  async judge({ blobs }, page) {
    const records = await blobs.find(page.map(({ blobKey }) => blobKey));
    return (version) => [...missingProblems(version), ...contentProblems(version, records.get(version.blobKey))];
  },
};

const grants: Inspection<InspectedGrant> = {
  name: "grants",
  area: "grant",
  read: ({ inspection }, last) => inspection.grants(last?.id ?? null, PAGE_COUNT),
  idOf,
  judge: async () => missingProblems,
};

const replays: Inspection<InspectedReplay> = {
  name: "kept answers",
  area: "replay",
  read: ({ inspection }, last) => inspection.replays(last, PAGE_COUNT),
  idOf: ({ userId, scope, key }) => `${userId} ${scope} ${key}`,
  judge: async () => replayProblems,
};
