import { readPages } from "@cartulary/kernel";
import { inFillingOrder } from "../computation/filling-order.ts";
import type { OwnerCategory } from "../computation/owner-lines.ts";
import type { TenantCategory } from "../computation/tenant-category.ts";
import type { BillingStores } from "../ports.ts";
import type { BillingRun } from "../runs/run.ts";
import type { Computation, LineType } from "../runs/run-line.ts";
import type { OwnedLine } from "./call-entries.ts";
import type { OwnerLineToBook, RentCallLine } from "./lines-to-book.ts";
import type { LineToBook } from "./ports.ts";

/** Lines read at once. */
const PAGE = 500;

/** Reads the lines of one type of a run that are not excluded, page by page. */
export function includedLines(
  { applicationSource }: BillingStores,
  { id: runId, computation }: BillingRun,
  lineType: LineType,
): AsyncIterable<readonly LineToBook[]> {
  return readPages<LineToBook>((last) =>
    applicationSource.countedLines({ runId, computation }, { lineType, after: last?.id ?? null, limit: PAGE }),
  );
}

/** Returns the stored line as a tenant line, which always has a call. */
export function rentCallLine(line: LineToBook): RentCallLine {
  const { callKey, leaseId, leaseReference, unitIdentifier, dueDate, ...rest } = line;
  if (callKey === null || leaseId === null || dueDate === null)
    throw new TypeError(`Tenant line without rent call: ${line.id}`);
  const lease = { leaseId, leaseReference: leaseReference ?? "", unitIdentifier: unitIdentifier ?? "" };
  return { ...rest, ...lease, callKey, dueDate, billingCategory: line.billingCategory as TenantCategory };
}

/** Returns the stored line as an owner line. */
export function ownerLineToBook(line: LineToBook): OwnerLineToBook {
  if (line.ownerId === null) throw new TypeError(`Owner line without owner: ${line.id}`);
  return { ...line, ownerId: line.ownerId, billingCategory: line.billingCategory as OwnerCategory };
}

/** Returns the lines of some calls with their owners' parts, by call, in the order in which instalments fill them. */
export async function ownedLines(
  { applicationSource, billingRunLines }: BillingStores,
  computation: Computation,
  callKeys: readonly string[],
): Promise<ReadonlyMap<string, readonly OwnedLine[]>> {
  const lines = await applicationSource.linesOfCalls(computation, callKeys);
  const parts = await billingRunLines.partsOf(
    computation,
    lines.map(({ id }) => id),
  );
  const partsOfLine = Map.groupBy(parts, ({ lineId }) => lineId);
  const owned = inFillingOrder(lines).map(
    (line): OwnedLine => ({ ...rentCallLine(line), parts: partsOfLine.get(line.id) ?? [] }),
  );
  return Map.groupBy(owned, ({ callKey }) => callKey);
}
