import { z } from "zod";
import { day, decimal, flag, instant, integer, listOf, money, ratio, text, uuid } from "../fields.ts";
import { camelRecord, record } from "../record.ts";

/** How far a lease is from its next revision. */
export const LeaseRevisionIndicator = camelRecord("LeaseRevisionIndicator", {
  indexCode: text().nullable(),
  revisionDue: flag(),
  lastRevisionDate: day().nullable(),
  estimatedIncrease: decimal().nullable(),
  revisionMonth: integer().nullable(),
  indexAvailable: flag(),
  latestPeriod: text().nullable(),
  nextPublicationInfo: camelRecord("NextPublicationInfo", {
    period: text(),
    expectedDate: day().nullable(),
  }).nullable(),
});

/** What a revision made of the rent of one unit. */
const LeaseRevisionLine = camelRecord("LeaseRevisionLine", {
  id: uuid<"LeaseRevisionLine">(),
  leaseUnitId: uuid<"LeaseUnit">(),
  unitIdentifier: text(),
  indexCode: text(),
  referencePeriod: text().nullable(),
  revisionPeriod: text().nullable(),
  referenceValue: decimal().nullable(),
  revisionValue: decimal().nullable(),
  oldCents: integer(),
  newCents: integer(),
  increasePercent: decimal().nullable(),
});

/** A revision that was applied. */
export const LeaseRevision = camelRecord("LeaseRevision", {
  id: uuid<"LeaseRevision">(),
  revisionDate: day(),
  indexCode: text().nullable(),
  indexCodes: listOf(z.string()),
  multiIndex: flag(),
  referencePeriod: text().nullable(),
  revisionPeriod: text().nullable(),
  referenceValue: decimal().nullable(),
  revisionValue: decimal().nullable(),
  effectiveRatio: ratio().nullable(),
  oldRent: money(),
  newRent: money(),
  increasePercent: decimal().nullable(),
  lines: listOf(LeaseRevisionLine),
  createdAt: instant(),
});

/** From which day on the new rents are paid: today when absent. */
export const LeaseRevisionInput = record("LeaseRevisionInput", { effectiveFrom: day().exactOptional() });
