import type { Day, Decimal, Id, Instant, Quarter } from "@cartulary/kernel";
import { type Cents, sum } from "@cartulary/ledger";
import type { IndexCode } from "../indexation/index-value.ts";
import type { MandataireId } from "../mandataire.ts";
import { millionthsOf } from "../ownerships/fraction.ts";
import type { LeaseId } from "./lease.ts";
import type { LeaseUnitId } from "./lease-unit.ts";
import { increaseOf, increasePercent, indexRatio } from "./revised-rent.ts";

export type RevisionId = Id<"LeaseRevision">;

/** That rents of a lease were revised at an anniversary. What was applied stays as it is. */
export interface Revision {
  readonly mandataireId: MandataireId;
  readonly id: RevisionId;
  readonly leaseId: LeaseId;
  /** The anniversary. */
  readonly revisionDate: Day;
  readonly createdAt: Instant;
  readonly lines: readonly RevisionLine[];
}

/** What it did to the rent of one unit. */
export interface RevisionLine {
  readonly id: Id<"LeaseRevisionLine">;
  readonly leaseUnitId: LeaseUnitId;
  readonly indexCode: IndexCode;
  readonly referencePeriod: Quarter;
  readonly revisionPeriod: Quarter;
  readonly referenceValue: Decimal;
  readonly revisionValue: Decimal;
  /** By how many percent the rent could rise at most; null where nothing held it down. */
  readonly maxIncreasePercent: Decimal | null;
  /** By the month. */
  readonly oldCents: Cents;
  readonly newCents: Cents;
}

/** A line with the unit that it is of. */
export interface NamedRevisionLine extends RevisionLine {
  readonly unitIdentifier: string;
}

/** A revision with what units are called. */
export interface NamedRevision extends Pick<Revision, "id" | "revisionDate" | "createdAt"> {
  readonly lines: readonly NamedRevisionLine[];
}

/** A line as it is answered. */
interface RevisionLineView extends Omit<NamedRevisionLine, "maxIncreasePercent"> {
  readonly increasePercent: Decimal | null;
}

/** What lines have in common; null where they differ. */
type Common<Fields extends keyof RevisionLine> = { readonly [Name in Fields]: RevisionLine[Name] | null };

/** A revision as it is answered: what its lines have in common stands in front of them (estate.md 2.4). */
export interface RevisionView
  extends Pick<Revision, "id" | "revisionDate" | "createdAt">,
    Common<"indexCode" | "referencePeriod" | "revisionPeriod" | "referenceValue" | "revisionValue"> {
  readonly indexCodes: readonly IndexCode[];
  /** Whether the lines go by several indices. */
  readonly multiIndex: boolean;
  /** By what rents were multiplied, in millionths; null where the lines differ. */
  readonly effectiveRatio: number | null;
  readonly oldRent: Cents;
  readonly newRent: Cents;
  readonly increasePercent: Decimal | null;
  readonly lines: readonly RevisionLineView[];
}

/** A revision as it is answered. */
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

/** The one value of all; null where they differ. */
function commonOf<Value>(values: readonly Value[]): Value | null {
  const [first = null, ...others] = values;
  return others.every((other) => other === first) ? first : null;
}

/** By what a rent was multiplied, in millionths, halves away from zero. */
function effectiveRatioOf({ revisionValue, referenceValue, maxIncreasePercent: cap }: RevisionLine): number {
  return millionthsOf(cap === null ? indexRatio(revisionValue, referenceValue) : increaseOf(cap));
}
