import { pagesOf } from "@cartulary/kernel";
import type { OwnerCategory } from "../billing/owner-lines.ts";
import type { TenantCategory } from "../billing/snapshot.ts";
import type { RentalStores } from "../ports.ts";
import type { BillingRun } from "../runs/run.ts";
import type { Computation, LineType } from "../runs/run-line.ts";
import type { OwnedLine } from "./call-entries.ts";
import type { AccountLine, CalledLine } from "./called-line.ts";
import type { LineToBook } from "./ports.ts";

/** Lines that are read at once. */
const PAGE = 500;

/** The lines of one side of a run that count, page by page. */
export function countedLines(
  { applicationSource }: RentalStores,
  { id: runId, computation }: BillingRun,
  lineType: LineType,
): AsyncIterable<readonly LineToBook[]> {
  return pagesOf<LineToBook>((last) =>
    applicationSource.countedLines({ runId, computation }, { lineType, after: last?.id ?? null, limit: PAGE }),
  );
}

/** A line of a tenant as it is called for. */
export function calledLine(line: LineToBook): CalledLine {
  const { callKey, leaseId, leaseReference, unitIdentifier, dueDate, ...rest } = line;
  if (callKey === null || leaseId === null || dueDate === null)
    throw new TypeError(`A line of a tenant that belongs to no call: ${line.id}`);
  const lease = { leaseId, leaseReference: leaseReference ?? "", unitIdentifier: unitIdentifier ?? "" };
  return { ...rest, ...lease, callKey, dueDate, billingCategory: line.billingCategory as TenantCategory };
}

/** A line of an owner's account. */
export function accountLine(line: LineToBook): AccountLine {
  if (line.ownerId === null) throw new TypeError(`A line of an owner's account that is nobody's: ${line.id}`);
  return { ...line, ownerId: line.ownerId, billingCategory: line.billingCategory as OwnerCategory };
}

/** The lines of some calls with whose they are, by call. */
export async function ownedLines(
  { applicationSource, billingRunLines }: RentalStores,
  computation: Computation,
  callKeys: readonly string[],
): Promise<ReadonlyMap<string, readonly OwnedLine[]>> {
  const lines = await applicationSource.linesOfCalls(computation, callKeys);
  const parts = await billingRunLines.partsOf(
    computation,
    lines.map(({ id }) => id),
  );
  const partsOfLine = Map.groupBy(parts, ({ lineId }) => lineId);
  const owned = lines.map((line): OwnedLine => ({ ...calledLine(line), parts: partsOfLine.get(line.id) ?? [] }));
  return Map.groupBy(owned, ({ callKey }) => callKey);
}
