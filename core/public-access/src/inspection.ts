import type { FolderId, NodeRef } from "@cartulary/documents";

/** The marks of a node, as verification looks at them. */
export interface InspectedMarks {
  readonly id: NodeRef["id"];
  /** Whether there is such a folder or document. */
  readonly exists: boolean;
  readonly floorSeq: number;
  readonly excludedSeq: number | null;
  /** Whether it is told when it was excluded. */
  readonly dated: boolean;
  readonly isRoot: boolean;
}

/** A root, as verification looks at it. */
export interface InspectedRoot {
  readonly id: FolderId;
  /** Whether there is such a folder. */
  readonly exists: boolean;
  readonly publishedSeq: number;
  readonly lastPropagatedSeq: number | null;
  /** The stamp that it holds for itself. */
  readonly ownStampSeq: number | null;
}

/** What a stamp is known by. */
export interface StampKey {
  readonly resourceId: NodeRef["id"];
  readonly rootId: FolderId;
}

/** A stamp, as verification looks at it. */
export interface InspectedStamp extends StampKey {
  readonly seq: number;
  /** Whether there is such a folder or document, and such a folder as the root was or is. */
  readonly resourceExists: boolean;
  readonly rootExists: boolean;
}

// Each of these says what is wrong with one row, in sentences of which the row is the subject. `clock` is the tree's;
// where that is lost, something else says so.

export function marksProblems(marks: InspectedMarks, clock: number | null): readonly string[] {
  const { exists, floorSeq, excludedSeq, dated, isRoot } = marks;
  return [
    ...when(!exists, "belongs to no folder or document that exists"),
    ...ahead("has the floor", floorSeq, clock),
    ...ahead("was excluded at", excludedSeq, clock),
    ...when(
      excludedSeq !== null && floorSeq < excludedSeq,
      `was excluded at ${excludedSeq}, and its floor is ${floorSeq}`,
    ),
    ...when(
      (excludedSeq !== null) !== dated,
      dated ? "has the date of an exclusion, and is not excluded" : "is excluded, and has no date",
    ),
    ...when(excludedSeq !== null && isRoot, "is excluded, and a root"),
  ];
}

export function rootProblems(root: InspectedRoot, clock: number | null): readonly string[] {
  const { exists, publishedSeq, lastPropagatedSeq, ownStampSeq } = root;
  const propagatedBefore = lastPropagatedSeq !== null && lastPropagatedSeq < publishedSeq;
  const unstamped = ownStampSeq === null || ownStampSeq < publishedSeq;
  return [
    ...when(!exists, "belongs to no folder that exists"),
    ...ahead("was published at", publishedSeq, clock),
    ...ahead("was propagated at", lastPropagatedSeq, clock),
    ...when(propagatedBefore, `was propagated at ${lastPropagatedSeq}, before it was published at ${publishedSeq}`),
    ...when(unstamped, "does not hold its own stamp"),
  ];
}

export function stampProblems(stamp: InspectedStamp, clock: number | null): readonly string[] {
  return [
    ...when(!stamp.resourceExists, "is on no folder or document that exists"),
    ...when(!stamp.rootExists, "is of no folder that exists"),
    ...ahead("was drawn at", stamp.seq, clock),
  ];
}

const when = (wrong: boolean, message: string): readonly string[] => (wrong ? [message] : []);

function ahead(what: string, seq: number | null, clock: number | null): readonly string[] {
  return when(seq !== null && clock !== null && seq > clock, `${what} ${seq}, and the tree clock stands at ${clock}`);
}
