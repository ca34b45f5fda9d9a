import type { FolderId, NodeRef } from "@cartulary/documents";

/** The barriers of a node, for verification. */
export interface BarriersIntegrityRow {
  readonly id: NodeRef["id"];
  /** True when the folder or document exists. */
  readonly exists: boolean;
  readonly floorSeq: number;
  readonly excludedSeq: number | null;
  /** True when the date of the exclusion is stored. */
  readonly dated: boolean;
  readonly isRoot: boolean;
}

/** A root, for verification. */
export interface RootIntegrityRow {
  readonly id: FolderId;
  /** True when the folder exists. */
  readonly exists: boolean;
  readonly publishedSeq: number;
  readonly lastPropagatedSeq: number | null;
  /** The root's stamp on itself; `null` when missing. */
  readonly ownStampSeq: number | null;
}

/** The primary key of a stamp. */
export interface StampKey {
  readonly resourceId: NodeRef["id"];
  readonly rootId: FolderId;
}

/** A stamp, for verification. */
export interface StampIntegrityRow extends StampKey {
  readonly seq: number;
  /** True when the stamped folder or document exists. `rootExists`: the folder exists, be it still a root or not. */
  readonly resourceExists: boolean;
  readonly rootExists: boolean;
}

// Each function returns the problems of one row as predicates: "has the floor ...". `clock` is `null` when the tree
// clock is missing, which another check reports.

export function barriersProblems(barriers: BarriersIntegrityRow, clock: number | null): readonly string[] {
  const { exists, floorSeq, excludedSeq, dated, isRoot } = barriers;
  return [
    ...when(!exists, "belongs to no existing folder or document"),
    ...ahead("has the floor", floorSeq, clock),
    ...ahead("was excluded at", excludedSeq, clock),
    ...when(
      excludedSeq !== null && floorSeq < excludedSeq,
      `was excluded at ${excludedSeq}, and its floor is ${floorSeq}`,
    ),
    ...when(
      (excludedSeq !== null) !== dated,
      dated ? "has an exclusion date but is not excluded" : "is excluded without a date",
    ),
    ...when(excludedSeq !== null && isRoot, "is excluded and a root"),
  ];
}

export function rootProblems(root: RootIntegrityRow, clock: number | null): readonly string[] {
  const { exists, publishedSeq, lastPropagatedSeq, ownStampSeq } = root;
  const propagatedBefore = lastPropagatedSeq !== null && lastPropagatedSeq < publishedSeq;
  const unstamped = ownStampSeq === null || ownStampSeq < publishedSeq;
  return [
    ...when(!exists, "belongs to no existing folder"),
    ...ahead("was published at", publishedSeq, clock),
    ...ahead("was propagated at", lastPropagatedSeq, clock),
    ...when(propagatedBefore, `was propagated at ${lastPropagatedSeq}, before it was published at ${publishedSeq}`),
    ...when(unstamped, "lacks its own stamp"),
  ];
}

export function stampProblems(stamp: StampIntegrityRow, clock: number | null): readonly string[] {
  return [
    ...when(!stamp.resourceExists, "is on no existing folder or document"),
    ...when(!stamp.rootExists, "is of no existing folder"),
    ...ahead("has the number", stamp.seq, clock),
  ];
}

const when = (wrong: boolean, message: string): readonly string[] => (wrong ? [message] : []);

function ahead(what: string, seq: number | null, clock: number | null): readonly string[] {
  return when(seq !== null && clock !== null && seq > clock, `${what} ${seq}, and the tree clock is at ${clock}`);
}
