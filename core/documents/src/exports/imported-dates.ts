import {
  type Caller,
  type Clock,
  type FieldError,
  type Instant,
  service,
  type Transact,
  throwIfInvalid,
  type UseCases,
  write,
} from "@cartulary/kernel";
import type { ImportedDates } from "./dated-record.ts";
import type { ExportStores } from "./ports.ts";

/** Maximum records of one request. */
export const IMPORTED_DATES_MAX = 500;

/** Dates of imported records, for administrators: an import keeps those of the bag (spec/archive.md 3.3). */
export interface ImportedDatesService {
  /**
   * Sets the dates of records that the caller has created himself, all or none. Throws 422 for other records, for dates in
   * the future, and for more than {@link IMPORTED_DATES_MAX}.
   */
  set(caller: Caller, records: readonly ImportedDates[]): Promise<void>;
}

/** Creates the service. */
export function createImportedDates<Stores extends ExportStores>({
  transact,
  clock,
}: {
  readonly transact: Transact<Stores>;
  readonly clock: Clock;
}): ImportedDatesService {
  const useCases: UseCases<ImportedDatesService, Stores> = {
    set: write(async ({ importedDates }, caller, records) => {
      const now = clock.now();
      throwIfInvalid(
        records.length > IMPORTED_DATES_MAX ? [TOO_MANY] : records.map((each, at) => dateError(each, at, now)),
      );
      const unknown: FieldError[] = [];
      for (const [at, dates] of records.entries())
        if (!(await importedDates.set(dates, caller.userId))) unknown.push(unknownAt(at));
      throwIfInvalid(unknown);
    }),
  };
  return service<ImportedDatesService, Stores>(transact, useCases);
}

const TOO_MANY: FieldError = {
  field: "records",
  code: "too_long",
  message: `is too long (maximum is ${IMPORTED_DATES_MAX} records)`,
};

const unknownAt = (at: number): FieldError => ({
  field: `records[${at}].id`,
  code: "not_found",
  message: "does not exist",
});

function dateError({ createdAt, changedAt }: ImportedDates, at: number, now: Instant): FieldError | null {
  if (createdAt <= now && changedAt <= now) return null;
  const field = createdAt <= now ? "changed_at" : "created_at";
  return { field: `records[${at}].${field}`, code: "invalid", message: "is in the future" };
}
