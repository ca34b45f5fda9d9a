import type { Day, Decimal, Id, Instant, Quarter } from "@cartulary/kernel";
import { type Cents, sum } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { IndexCode } from "../indexation/index-value.ts";
import { millionthsOf } from "../ownerships/fraction.ts";
import type { LeaseId } from "./lease.ts";
import type { LeaseUnitId } from "./lease-unit.ts";
import { increaseOf, increasePercent, indexRatio } from "./revised-rent.ts";
import type { LeaseTermId } from "./term.ts";

export type RevisionId = Id<"LeaseRevision">;

/** A revision of a lease's rents at an anniversary. It never changes, and is removed with the term that it opened. */
export interface Revision {
  readonly mandataireId: MandataireId;
  readonly id: RevisionId;
  readonly leaseId: LeaseId;
  /** The anniversary. */
  readonly revisionDate: Day;
  /** First day of the new rents; `null` for revisions applied before it was stored. */
  readonly effectiveFrom: Day | null;
  /** The term with the new rents, whose removal takes the revision back; `null` for revisions applied before it was stored. */
  readonly termId: LeaseTermId | null;
  readonly createdAt: Instant;
  readonly lines: readonly RevisionLine[];
}

/** The revision of one unit's rent. */
export interface RevisionLine {
  readonly id: Id<"LeaseRevisionLine">;
  readonly leaseUnitId: LeaseUnitId;
  readonly indexCode: IndexCode;
  readonly referencePeriod: Quarter;
  readonly revisionPeriod: Quarter;
  readonly referenceValue: Decimal;
  readonly revisionValue: Decimal;
  /** Limit of the increase in percent; null if no limit applied. */
  readonly maxIncreasePercent: Decimal | null;
  /** Per month. */
  readonly oldCents: Cents;
  readonly newCents: Cents;
}

/** A line with its unit's identifier. */
export interface NamedRevisionLine extends RevisionLine {
  readonly unitIdentifier: string;
}

/** A revision with the identifiers of its units. */
export interface NamedRevision extends Pick<Revision, "id" | "revisionDate" | "createdAt"> {
  readonly lines: readonly NamedRevisionLine[];
}

/** A line in responses. */
interface RevisionLineView extends Omit<NamedRevisionLine, "maxIncreasePercent"> {
  readonly increasePercent: Decimal | null;
}

/** Values that all lines share; null where they differ. */
type Common<Fields extends keyof RevisionLine> = { readonly [Name in Fields]: RevisionLine[Name] | null };

/** A revision in responses. Values that all lines share are fields of the revision itself (estate.md 2.4). */
export interface RevisionView
  extends Pick<Revision, "id" | "revisionDate" | "createdAt">,
    Common<"indexCode" | "referencePeriod" | "revisionPeriod" | "referenceValue" | "revisionValue"> {
  readonly indexCodes: readonly IndexCode[];
  /** True if the lines use several indices. */
  readonly multiIndex: boolean;
  /** Factor of the rents in millionths; null if the lines differ. */
  readonly effectiveRatio: number | null;
  readonly oldRent: Cents;
  readonly newRent: Cents;
  readonly increasePercent: Decimal | null;
  readonly lines: readonly RevisionLineView[];
}

/** Returns the revision as responses show it. */
export function revisionView({ id, revisionDate, createdAt, lines }: NamedRevision): RevisionView {
  const indexCodes = [...new Set(lines.map(({ indexCode }) => indexCode))].sort();
  const multiIndex = indexCodes.length > 1;
  const common = <Value>(of: (line: RevisionLine) => Value) => (multiIndex ? null : commonOf(lines.map(of)));
  const oldRent = sum(lines.map(({ oldCents }) => oldCents));
  const newRent = sum(lines.map(({ newCents }) => newCents));
  return {
    id,
    revisionDate,
    createdAt,
    indexCodes,
    multiIndex,
    indexCode: common(({ indexCode }) => indexCode),
    referencePeriod: common(({ referencePeriod }) => referencePeriod),
    revisionPeriod: common(({ revisionPeriod }) => revisionPeriod),
    referenceValue: common(({ referenceValue }) => referenceValue),
    revisionValue: common(({ revisionValue }) => revisionValue),
    effectiveRatio: common(effectiveRatioOf),
    oldRent,
    newRent,
    increasePercent: increasePercent(oldRent, newRent),
    lines: lines.map(({ maxIncreasePercent: _, ...line }) => ({
      ...line,
      increasePercent: increasePercent(line.oldCents, line.newCents),
    })),
  };
}

/** Returns the value that all share, else null. */
function commonOf<Value>(values: readonly Value[]): Value | null {
  const [first = null, ...rest] = values;
  return rest.every((other) => other === first) ? first : null;
}

/** Returns the factor of a rent in millionths, halves away from zero. */
function effectiveRatioOf({ revisionValue, referenceValue, maxIncreasePercent: cap }: RevisionLine): number {
  return millionthsOf(cap === null ? indexRatio(revisionValue, referenceValue) : increaseOf(cap));
}
