import type { PlacedMutation } from "./packages.ts";

/** A mutation that no test can notice, or that none should, and why. */
interface Survivor {
  readonly file: string;
  readonly original: string;
  readonly replacement: string;
  readonly reason: string;
}

const PUBLIC_ACCESS = "core/public-access/src";
const BILLING = "core/rental/src/billing";
const FEC_CHECK = "core/ledger/src/fec-check";

const SURVIVORS: readonly Survivor[] = [
  {
    file: "core/ledger/src/bookkeeping/balances.ts",
    original: "since === from",
    replacement: "false",
    reason: "Saves a query: there are no days before the first and from it on.",
  },
  {
    file: "core/ledger/src/bookkeeping/entry-batches.ts",
    original: "entries.length > 0",
    replacement: "true",
    reason: "Saves statements alone: no entries are posted.",
  },
  {
    file: "core/ledger/src/bookkeeping/entry-batches.ts",
    original: "entries.length > 0",
    replacement: "entries.length >= 0",
    reason: "Saves statements alone: no entries are posted.",
  },
  {
    file: "core/ledger/src/bookkeeping/entry-batches.ts",
    original: "originals.length === 0",
    replacement: "false",
    reason: "Saves statements alone: no entries are reversed.",
  },
  {
    file: "core/ledger/src/bookkeeping/letter-lines.ts",
    original: "groups.size === 0",
    replacement: "false",
    reason: "Saves a query: there are no lines of no groups.",
  },
  {
    file: "core/ledger/src/bookkeeping/letter-lines.ts",
    original: "groups.length === 0",
    replacement: "false",
    reason: "Saves statements alone: no groups have no lines.",
  },
  {
    file: "core/ledger/src/bookkeeping/letter-lines.ts",
    original: "isAll",
    replacement: "false",
    reason: "Saves a query: those that were all lettered have no balanced lines left.",
  },
  {
    file: "core/ledger/src/bookkeeping/letter-lines.ts",
    original: "count >= LINES_TOGETHER",
    replacement: "true",
    reason: "Portions limit memory: subaccounts do not depend on each other.",
  },
  {
    file: "core/ledger/src/bookkeeping/letter-lines.ts",
    original: "count += lines.length",
    replacement: "count -= lines.length",
    reason: "Portions limit memory: subaccounts do not depend on each other.",
  },
  {
    file: "core/ledger/src/bookkeeping/letter-lines.ts",
    original: "portions.at(-1)?.push({ series: orNotFound(series[index]), lines })",
    replacement: "portions.at(-1).push({ series: orNotFound(series[index]), lines })",
    reason: "There is a portion from the first subaccount on.",
  },
  {
    file: "core/ledger/src/bookkeeping/letter-lines.ts",
    original: "series.length === 0",
    replacement: "false",
    reason: "Saves a query: there are no lines of no subaccounts.",
  },
  {
    file: "core/ledger/src/bookkeeping/letter-lines.ts",
    original: "runs.length === 0",
    replacement: "false",
    reason: "Saves statements alone: no runs have no letters.",
  },
  {
    file: "core/ledger/src/bookkeeping/post-entries.ts",
    original: "plan.chart.filter(({ code }) => !named.accounts.has(code))",
    replacement: "plan.chart",
    reason: "Saves work alone: accounts that the book has are left as they are.",
  },
  {
    file: "core/ledger/src/bookkeeping/post-entries.ts",
    original: "missing.length > 0",
    replacement: "true",
    reason: "Saves a statement alone: no accounts are inserted.",
  },
  {
    file: "core/ledger/src/bookkeeping/post-entries.ts",
    original: "missing.length > 0",
    replacement: "missing.length >= 0",
    reason: "Saves a statement alone: no accounts are inserted.",
  },
  {
    file: "core/ledger/src/bookkeeping/post-entries.ts",
    original: "(accounts.get(accountCode) ?? accountsByCode.get(accountCode))?.name",
    replacement: "(accounts.get(accountCode) ?? accountsByCode.get(accountCode)).name",
    reason: "The accounts of lines were found in the plan before.",
  },
  {
    file: "core/ledger/src/bookkeeping/reverse-entries.ts",
    original: "from < all.length",
    replacement: "from <= all.length",
    reason: "An empty portion changes nothing.",
  },
  {
    file: "core/ledger/src/bookkeeping/reverse-entries.ts",
    original: "all.slice(from, from + TOGETHER)",
    replacement: "all",
    reason: "Portions limit statements: what was done before changes nothing when it is done again.",
  },
  {
    file: "core/ledger/src/entries/opening.ts",
    original: "balanceCents < 0",
    replacement: "balanceCents <= 0",
    reason: "Balances of zero have no line.",
  },
  {
    file: "core/ledger/src/entries/opening.ts",
    original: "balanceCents > 0",
    replacement: "balanceCents >= 0",
    reason: "Balances of zero have no line.",
  },
  {
    file: "core/ledger/src/entries/opening.ts",
    original: "accountsByCode.get(accountCode)?.name",
    replacement: "accountsByCode.get(accountCode).name",
    reason: "A plan has the accounts of its results, or is refused.",
  },
  {
    file: "core/ledger/src/entries/period.ts",
    original: "!earliest || !latest",
    replacement: "false",
    reason: "An undefined month is not before another one: there are no periods either way.",
  },
  {
    file: "core/ledger/src/entries/period.ts",
    original: "!earliest || !latest",
    replacement: "(!earliest) && (!latest)",
    reason: "An undefined month is not before another one: there are no periods either way.",
  },
  {
    file: "core/ledger/src/entries/reversal.ts",
    original: "today < original",
    replacement: "today <= original",
    reason: "Of two equal days either is the later.",
  },
  {
    file: "core/ledger/src/entries/seal-entry.ts",
    original: "series.validatedAt > now",
    replacement: "series.validatedAt >= now",
    reason: "Of two equal instants either is the later.",
  },
  {
    file: "core/ledger/src/fec/character-encoding.ts",
    original: "at < text.length",
    replacement: "at <= text.length",
    reason: "What is written beyond the end of an array is lost.",
  },
  {
    file: "core/ledger/src/fec/writer.ts",
    original: "PLAIN.test(text)",
    replacement: "false",
    reason: "Saves work alone: cleaning leaves such a label as it is.",
  },
  {
    file: "core/ledger/src/fec/writer.ts",
    original: "known !== undefined",
    replacement: "false",
    reason: "Saves work alone: a text is cleaned to the same again.",
  },
  {
    file: "core/ledger/src/fec/writer.ts",
    original: "results.size >= CACHE_MAX",
    replacement: "true",
    reason: "Saves work alone: a text is cleaned to the same again.",
  },
  {
    file: "core/ledger/src/fec/writer.ts",
    original: "results.size >= CACHE_MAX",
    replacement: "false",
    reason: "Limits memory alone.",
  },
  {
    file: "core/ledger/src/fec/writer.ts",
    original: "results.size >= CACHE_MAX",
    replacement: "results.size > CACHE_MAX",
    reason: "Limits memory alone.",
  },
  {
    file: "core/ledger/src/fec/writer.ts",
    original: "results.size >= CACHE_MAX",
    replacement: "results.size < CACHE_MAX",
    reason: "Saves work alone: a text is cleaned to the same again.",
  },
  {
    file: "core/ledger/src/fec/writer.ts",
    original: "instant !== known",
    replacement: "true",
    reason: "Saves work alone: an instant is on the same day again.",
  },
  {
    file: "core/ledger/src/lettering/lettering.ts",
    original: "order(line) > order(last)",
    replacement: "order(line) >= order(last)",
    reason: "Of two equal ones either is the last: the order ends with the day.",
  },
  {
    file: "core/ledger/src/lettering/lettering.ts",
    original: "lines.every(({ accountingDate }) => !isYearClosed(book, yearOf(accountingDate)))",
    replacement: "lines.some(({ accountingDate }) => !isYearClosed(book, yearOf(accountingDate)))",
    reason: "All lines are of one year here.",
  },
  {
    file: "core/ledger/src/verification/verification.ts",
    original: "book",
    replacement: "true",
    reason: "Without a book there are no series.",
  },
  {
    file: "core/ledger/src/accounts/apportion.ts",
    original: "one.id < other.id",
    replacement: "one.id <= other.id",
    reason: "No two shares have the same id.",
  },
  {
    file: "core/ledger/src/accounts/money.ts",
    original: "Number.isSafeInteger(next)",
    replacement: "false",
    reason: "Saves work alone: the other way sums the same amounts.",
  },
  {
    file: "core/ledger/src/accounts/money.ts",
    original: "{\n      total = next;\n      continue;\n    }",
    replacement: "{}",
    reason: "Saves work alone: the other way sums the same amounts.",
  },
  {
    file: "core/ledger/src/accounts/money.ts",
    original: "beyond === 0n",
    replacement: "false",
    reason: "Saves work alone: the other way sums the same amounts.",
  },
  {
    file: "core/ledger/src/accounts/money.ts",
    original: "below < 0n",
    replacement: "below <= 0n",
    reason: "A denominator of zero was refused just before.",
  },
  {
    file: "core/ledger/src/accounts/money.ts",
    original: "numerator < 0n",
    replacement: "numerator <= 0n",
    reason: "Zero has no sign.",
  },
  {
    file: "core/ledger/src/accounts/money.ts",
    original: "number < 0n",
    replacement: "number <= 0n",
    reason: "Zero has no sign.",
  },
  {
    file: `${FEC_CHECK}/decode.ts`,
    original: "one.length === 0",
    replacement: "false",
    reason: "Saves a copy of each line alone.",
  },
  {
    file: `${FEC_CHECK}/entry-rules.ts`,
    original: "balance > 0n",
    replacement: "balance >= 0n",
    reason: "An entry whose balance is zero has no finding.",
  },
  {
    file: `${FEC_CHECK}/entry-rules.ts`,
    original: "hundredths < 0n",
    replacement: "hundredths <= 0n",
    reason: "Zero has no sign.",
  },
  {
    file: `${FEC_CHECK}/fiscal-year-rules.ts`,
    original: "EcritureDate > lastDate",
    replacement: "EcritureDate >= lastDate",
    reason: "Of two equal dates either is the last.",
  },
  {
    file: `${FEC_CHECK}/lettering-rules.ts`,
    original: "fields.DateLet > group.day",
    replacement: "fields.DateLet >= group.day",
    reason: "Of two equal dates either is the last.",
  },
  {
    file: `${FEC_CHECK}/lettering-rules.ts`,
    original: "group.balance += debit - credit",
    replacement: "group.balance -= debit - credit",
    reason: "The rule asks how far the balance is from zero, on either side.",
  },
  {
    file: `${FEC_CHECK}/validation-date-rules.ts`,
    original: "ValidDate > before",
    replacement: "ValidDate >= before",
    reason: "Of two equal dates either is the last.",
  },
  {
    file: `${FEC_CHECK}/row.ts`,
    original: "KNOWN_DAYS.has(text)",
    replacement: "false",
    reason: "Saves work alone: a known day is a day when it is read again.",
  },
  {
    file: `${FEC_CHECK}/row.ts`,
    original: "KNOWN_DAYS.size >= KNOWN_DAYS_MAX",
    replacement: "KNOWN_DAYS.size > KNOWN_DAYS_MAX",
    reason: "Keeps one day more: days that are forgotten are read again.",
  },
  {
    file: `${FEC_CHECK}/row.ts`,
    original: "KNOWN_DAYS.size >= KNOWN_DAYS_MAX",
    replacement: "KNOWN_DAYS.size < KNOWN_DAYS_MAX",
    reason: "Saves work alone: days that are forgotten are read again.",
  },
  {
    file: `${FEC_CHECK}/number-sequence.ts`,
    original: "numbered.number > last",
    replacement: "numbered.number >= last",
    reason: "A number equal to the last one is not new in the set, which alone makes it a finding.",
  },
  {
    file: `${FEC_CHECK}/number-sequence.ts`,
    original: "from < one",
    replacement: "from <= one",
    reason: "Of two equal numbers either is the least.",
  },
  {
    file: `${FEC_CHECK}/number-set.ts`,
    original: "waiting.size > Math.max(WAITING_MAX, spans.length)",
    replacement: "waiting.size >= Math.max(WAITING_MAX, spans.length)",
    reason: "Merges one number earlier: the set is the same, and so is the order of its cost.",
  },
  {
    file: `${FEC_CHECK}/number-set.ts`,
    original: "one.from < other.from",
    replacement: "one.from <= other.from",
    reason: "No two spans begin with the same number.",
  },
  {
    file: `${FEC_CHECK}/number-set.ts`,
    original: "!last || last.from <= number",
    replacement: "false",
    reason: "The search finds the same place, in more steps.",
  },
  {
    file: `${FEC_CHECK}/number-set.ts`,
    original: "last.from <= number",
    replacement: "last.from < number",
    reason: "The search finds the same place, in more steps.",
  },
  {
    file: `${PUBLIC_ACCESS}/public-access.ts`,
    original: "floor",
    replacement: "true",
    reason: "Draws one number more: only the order of the numbers counts.",
  },
  {
    file: `${PUBLIC_ACCESS}/public-access.ts`,
    original: 'node.type === "folder"',
    replacement: "true",
    reason: "Deletes nothing for a document, which is never a root.",
  },
  {
    file: `${PUBLIC_ACCESS}/public-items.ts`,
    original: "found.length < limit",
    replacement: "found.length <= limit",
    reason: "Reads one page more, of which nothing is returned.",
  },
  {
    file: `${PUBLIC_ACCESS}/public-read-rule.ts`,
    original: "chain",
    replacement: "true",
    reason: "A folder that does not exist has no items.",
  },
  {
    file: `${PUBLIC_ACCESS}/state-query.ts`,
    original: "subtree.unstamped > 0",
    replacement: "true",
    reason: "Saves a query alone: it finds none when the count is zero.",
  },
  {
    file: `${PUBLIC_ACCESS}/state-query.ts`,
    original: "subtree.unstamped > 0",
    replacement: "subtree.unstamped >= 0",
    reason: "Saves a query alone: it finds none when the count is zero.",
  },
  {
    file: `${BILLING}/charges/statement-shares.ts`,
    original: "left.numerator > 0n",
    replacement: "left.numerator >= 0n",
    reason: "A remainder of zero is zero either way.",
  },
  {
    file: `${BILLING}/charges/statement-shares.ts`,
    original: "line.shareKeyId === null",
    replacement: "false",
    reason: "No key has no id.",
  },
  {
    file: `${BILLING}/charges/statement-shares.ts`,
    original: "from > span.from",
    replacement: "from >= span.from",
    reason: "Of two equal dates either is the last.",
  },
  {
    file: `${BILLING}/charges/statement-shares.ts`,
    original: "to > span.to",
    replacement: "to >= span.to",
    reason: "Of two equal dates either is the first.",
  },
  {
    file: `${BILLING}/charges/statement-shares.ts`,
    original: "one.from < other.from",
    replacement: "one.from <= other.from",
    reason: "Days of periods that begin together count once in either order.",
  },
  {
    file: `${BILLING}/charges/statement-shares.ts`,
    original: "to <= last",
    replacement: "to < last",
    reason: "A period that ends on the last counted day adds none.",
  },
  {
    file: `${BILLING}/charges/statement-shares.ts`,
    original: "one.from > other.from",
    replacement: "one.from >= other.from",
    reason: "Of two equal dates either is the last.",
  },
  {
    file: `${BILLING}/charges/statement-shares.ts`,
    original: "one.to < other.to",
    replacement: "one.to <= other.to",
    reason: "Of two equal dates either is the first.",
  },
  {
    file: `${BILLING}/computation/lease-owners.ts`,
    original: "one.ownerId < other.ownerId",
    replacement: "one.ownerId <= other.ownerId",
    reason: "Each owner is there once.",
  },
  {
    file: `${BILLING}/computation/tenant-fees.ts`,
    original: "tenantServices.length === 0",
    replacement: "false",
    reason: "Saves work alone: without services there are no fees.",
  },
  {
    file: `${BILLING}/rent-calls/day-of-tenants.ts`,
    original: "dueDate < periodEnd",
    replacement: "dueDate <= periodEnd",
    reason: "Of two equal dates either is the first.",
  },
  {
    file: `${BILLING}/rent-calls/day-of-tenants.ts`,
    original: "lastDay < day",
    replacement: "lastDay <= day",
    reason: "Of two equal dates either is the first.",
  },
  {
    file: `${BILLING}/rent-calls/notice.ts`,
    original: "amount < 0",
    replacement: "amount <= 0",
    reason: "No movement of the bank is of zero.",
  },
  {
    file: `${BILLING}/rent-calls/receipt.ts`,
    original: "one < other",
    replacement: "one <= other",
    reason: "Of two equal amounts either is the least.",
  },
];

/** True if the list has a reason for a mutation that survives. */
export function isExplained({ file, original, replacement }: PlacedMutation): boolean {
  return SURVIVORS.some((each) => each.file === file && each.original === original && each.replacement === replacement);
}
