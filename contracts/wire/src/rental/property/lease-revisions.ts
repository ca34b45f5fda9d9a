import { z } from "zod";
import { day, decimal, flag, instant, integer, listOf, money, ratio, text, uuid } from "../../fields.ts";
import { camelRecord, record } from "../../record.ts";

/** The next revision of a lease. */
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

/** The effect of a revision on the rent of one unit. */
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

/** An applied revision. */
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

/** The first day of the new rents, today by default. */
export const LeaseRevisionInput = record("LeaseRevisionInput", { effectiveFrom: day().exactOptional() });
