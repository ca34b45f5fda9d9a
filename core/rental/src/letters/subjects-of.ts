import { type Id, orNotFound, throwIfInvalid } from "@cartulary/kernel";
import { fieldError, unknownError } from "../agency/field-rules.ts";
import type { ChargeStatementId } from "../billing/charges/charge-statement.ts";
import type { BillingRun } from "../billing/runs/run.ts";
import type { OwnerId } from "../property/people/owner.ts";
import type { LetterSubject } from "./batched-letter.ts";
import { daysOf, LETTERS_MAX, type LetterBatchInput, type LetterKind, type StatementDays } from "./letter-batch.ts";
import type { MailingStores } from "./ports.ts";

/** The letters of a request. */
interface RequestedLetters {
  readonly subjects: readonly LetterSubject[];
  readonly days: StatementDays;
}

/**
 * Returns the letters that a valid input requests, each once and in its order. Throws field errors: `not_found` for an
 * unknown id or run, `blank` for a run without such letters, `too_long` beyond {@link LETTERS_MAX} letters.
 */
export async function subjectsOf(stores: MailingStores, input: LetterBatchInput): Promise<RequestedLetters> {
  const { kind, ids = [], billingRunId } = input;
  if (billingRunId === undefined) return { subjects: await namedSubjects(stores, kind, ids), days: daysOf(input) };
  const run = await stores.billingRuns.find(billingRunId);
  if (!run) throwIfInvalid([unknownError("billingRunId")]);
  const subjects = await subjectsOfRun(stores, kind, orNotFound(run));
  if (subjects.length === 0) throwIfInvalid([fieldError("billingRunId", "blank", "has no such letter")]);
  requireNotTooMany("billingRunId", subjects);
  return { subjects, days: daysWithin(input, orNotFound(run)) };
}

async function namedSubjects(
  stores: MailingStores,
  kind: LetterKind,
  ids: readonly Id<string>[],
): Promise<readonly LetterSubject[]> {
  const distinct = [...new Set(ids)];
  const found = new Map((await stores.letterSubjects.named(kind, distinct)).map((subject) => [subject.id, subject]));
  throwIfInvalid(ids.flatMap((id, index) => (found.has(id) ? [] : [unknownError(`ids[${index}]`)])));
  if (kind !== "charge_statement") return distinct.map((id) => orNotFound(found.get(id) ?? null));
  const accounts: LetterSubject[] = [];
  for (const id of distinct) {
    const { tenants } = orNotFound(await stores.chargeStatements.find(id as Id<string> as ChargeStatementId));
    const leases = new Set(tenants.map(({ leaseId }) => leaseId));
    for (const leaseId of leases) accounts.push({ id, partOf: leaseId });
    requireNotTooMany("ids", accounts);
  }
  if (accounts.length === 0) throwIfInvalid([fieldError("ids", "blank", "have no such letter")]);
  return accounts;
}

/** Each of the ids that a page of owners has. */
const OWNERS_PAGE = 1_000;

async function subjectsOfRun(
  stores: MailingStores,
  kind: LetterKind,
  run: BillingRun,
): Promise<readonly LetterSubject[]> {
  if (kind === "notice" || kind === "receipt" || kind === "reminder")
    return stores.letterSubjects.ofRun(kind, run.id, LETTERS_MAX + 1);
  const computation = { runId: run.id, computation: run.computation };
  const owners: LetterSubject[] = [];
  for (let after: OwnerId | null = null; owners.length <= LETTERS_MAX; ) {
    const page: readonly OwnerId[] = await stores.billingRunLines.ownerIds(computation, after, OWNERS_PAGE);
    for (const id of page) owners.push({ id, partOf: null });
    after = page.at(-1) ?? null;
    if (page.length < OWNERS_PAGE) break;
  }
  return owners;
}

function requireNotTooMany(field: string, subjects: readonly LetterSubject[]): void {
  if (subjects.length > LETTERS_MAX)
    throwIfInvalid([fieldError(field, "too_long", `has more than ${LETTERS_MAX} letters`)]);
}

/** Owners' statements of a run are of its days, unless the input names others. */
function daysWithin(input: LetterBatchInput, { periodStart, periodEnd }: BillingRun): StatementDays {
  const { kind, from, to, year } = input;
  if (kind !== "owner_statement" || from !== undefined || to !== undefined || year !== undefined) return daysOf(input);
  return { periodFrom: periodStart, periodTo: periodEnd, year: null };
}
