import { minus, type NewLine, sum, ZERO } from "@cartulary/ledger";
import { ACCOUNTS } from "../../accounting/chart-of-accounts.ts";
import type { ApplicationContext } from "./application-context.ts";
import { bookedLines, type OwnedLine } from "./call-entries.ts";
import type { CallSum } from "./call-sums.ts";
import { chunksOf } from "./chunks.ts";
import { debitLine, type EntryHeader, entryHeaderOf, labelOf, type UnnumberedEntry, vatLabel } from "./entry-lines.ts";
import { ownedLines } from "./run-lines.ts";

/** The calls whose lines are read at once. */
const PORTION = 150;

/** Posts what the billed lines without a call move between owners, by call key. */
export async function postSetOffs(
  { stores, run, entryHeader, post }: ApplicationContext,
  sums: ReadonlyMap<string, CallSum>,
): Promise<void> {
  const without = [...sums.values()].filter(({ totalCents }) => totalCents === 0).map(({ callKey }) => callKey);
  for (const keys of chunksOf(without.toSorted(), PORTION)) {
    const lines = await ownedLines(stores, { runId: run.id, computation: run.computation }, keys);
    await post(keys.flatMap((key) => setOffEntries(lines.get(key) ?? [], entryHeader)));
  }
}

/**
 * Returns the entry of lines that come to zero for their tenant, who sets a credit off against a debt: it takes from one
 * owner what another is credited (decision 0198). None where each owner has as much of both.
 */
export function setOffEntries(lines: readonly OwnedLine[], entryHeader: EntryHeader): readonly UnnumberedEntry[] {
  const [first] = lines;
  if (!first) return [];
  const label = labelOf("Compensation", first.leaseReference);
  const others = lines
    .flatMap((line) => bookedLines(line, entryHeader))
    .filter(({ accountCode }) => accountCode !== ACCOUNTS.tenants);
  const net = [...Map.groupBy(others, targetOf).values()].flatMap((own) => netLine(own, label));
  if (net.length === 0) return [];
  const document = { documentReference: entryHeader.runReference, description: label };
  return [entryHeaderOf(entryHeader, { journal: "OD", ...document, lines: net })];
}

/** VAT stays apart, as in calls. */
const isVat = ({ label }: NewLine): boolean => label.endsWith(vatLabel(""));

const targetOf = (line: NewLine): string => `${line.accountCode} ${line.auxiliaryCode ?? ""} ${isVat(line)}`;

/** Returns the sum of lines of one account, or none for zero. */
function netLine(own: readonly NewLine[], label: string): readonly NewLine[] {
  const [line] = own;
  if (!line) return [];
  const { accountCode, auxiliaryCode } = line;
  const debit = own.map(({ debitCents = ZERO }) => debitCents);
  const credit = own.map(({ creditCents = ZERO }) => creditCents);
  const account = {
    accountCode,
    ...(auxiliaryCode && { auxiliaryCode }),
    label: isVat(line) ? vatLabel(label) : label,
  };
  return debitLine(account, minus(sum(debit), sum(credit)));
}
