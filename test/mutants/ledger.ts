import { type Bugs, type Mutant, mutantsOf } from "./mutant.ts";

/** By the names of the files alone, and of the tests. */
const BUGS: Bugs = {
  "entries/chain.ts": [
    ["the hash leaves out the voucher's reference", "    entry.documentReference,\n", "", "verification"],
    ["the hash leaves out the source's sequence", "    entry.sourceSeq,\n", "", "verification"],
    ["the hash omits the mark of carried balances", "    entry.carriesForward,\n", "", "verification"],
    ["the hash leaves out names of auxiliaries", "      line.auxiliaryName,\n", "", "verification"],
    ["the hash leaves out numbers of lines", "      line.lineNumber,\n", "", "verification"],
    ["an entry does not follow the one before it", "{previous}\\n$", "", "verification"],
    ["a series can be moved to another book", "bookId, societyCode, journal", "societyCode, journal", "verification"],
  ],
  "entries/seal-entry.ts": [
    ["numbers leave one out", "series.number + 1;", "series.number + 2;", "entries"],
    ["an entry with too much credit is sealed", "debit !== credit", "debit > credit", "entries"],
    ["an entry of one line is sealed", "lines.length < 2", "lines.length < 1", "entries"],
    [
      "validation goes back with the clock",
      "series.validatedAt > now ? series.validatedAt : now",
      "series.validatedAt > now ? now : now",
      "entries",
    ],
  ],
  "accounts/journal.ts": [["references have five digits", "padStart(6", "padStart(5", "entries"]],
  "entries/period.ts": [
    ["the last closed month takes entries", "month <= closedThrough", "month < closedThrough", "entries"],
    ["the running month can be closed", "month >= monthOf(today)", "month > monthOf(today)", "entries"],
    ["months are closed in any order", "month > next", "month > next && false", "entries"],
    ["balances are counted from the closed year's own opening", "closedYear + 1", "closedYear", "entries"],
    ["a reversal keeps a closed day", "monthOf(day) > closedThrough", "monthOf(day) >= closedThrough", "entries"],
  ],
  "bookkeeping/close-month.ts": [
    ["a year is opened a month early", '"-12"', '"-11"', "entries"],
    ["a month with a draft is closed", "await stores.drafts.anyIn(month)", "false", "entries"],
  ],
  "entries/opening.ts": [
    [
      "a profit is booked as a loss",
      "balanceCents < 0 ? resultAccounts",
      "balanceCents > 0 ? resultAccounts",
      "entries",
    ],
    ["results are carried forward", "/^[1-5]/", "/^[1-57]/", "entries"],
  ],
  "bookkeeping/opening-balances.ts": [
    [
      "an opening comes after earlier entries",
      "await entries.anyBefore(societyCode, date)",
      "false",
      "opening-balances",
    ],
    ["a second opening is entered", "opened !== null", "false", "opening-balances"],
    ["an opening has accounts of class 7", "isBalanceSheet(accountCode) ||", "true ||", "opening-balances"],
  ],
  "bookkeeping/post-entries.ts": [
    [
      "nothing is posted on the opening's day",
      "accountingDate < openingDay",
      "accountingDate <= openingDay",
      "opening-balances",
    ],
    [
      "entries are posted before the opening",
      "if (!carriesForward) await requireAfterOpening(stores, contents);",
      "",
      "opening-balances",
    ],
    [
      "closed months take entries",
      "for (const { accountingDate } of contents) requireOpen(book, monthOf(accountingDate));",
      "",
      "entries",
    ],
    ["lines have the account's code for a name", "?.name ?? accountCode", "?.code ?? accountCode", "worked-example"],
    [
      "what is taken back has no letters",
      "lettered.lines.filter(({ lineId }) => !isNew.has(lineId)),",
      "[],",
      "entries",
    ],
    [
      "what takes back has no letters from the start",
      "lettered.lines.filter(({ lineId }) => isNew.has(lineId)),",
      "[],",
      "entries",
    ],
    [
      "what is posted next gives letters a second time",
      "await stores.letterings.update(lettered.series);",
      "",
      "entries",
    ],
  ],
  "entries/reversal.ts": [
    [
      "a reversal repeats its original",
      "debitCents: line.creditCents,\n      creditCents: line.debitCents,",
      "debitCents: line.debitCents,\n      creditCents: line.creditCents,",
      "entries",
    ],
    ["a reversal's document is older than its original's", "today < original ? original : today", "today", "entries"],
    ["a reversal's labels are the original's", "label: reversalLabel(line.label),", "", "entries"],
    ["a label of a reversal is too long", ".slice(0, TEXT_MAX)", "", "entries"],
    [
      "a reversal of a closed month stays in its journal",
      "plan.generalJournal : original.journal",
      "original.journal : original.journal",
      "entries",
    ],
    ["a reversal is reversed", "original.reversalOfId !== null", "false", "entries"],
    ["what was carried forward is reversed", "if (original.carriesForward)", "if (false)", "entries"],
    ["a reversal comes before its original", "day >= earliest", "day !== earliest", "entries"],
    ["a reversal names no voucher but the original", "input.documentReference ??", "", "entries"],
  ],
  "bookkeeping/reverse-entries.ts": [
    [
      "reversals are lettered with the first of them",
      "[...(linesByEntry.get(reversalOfId ?? id) ?? []),",
      "[",
      "entries",
    ],
    [
      "what many reversals leave keeps its letters",
      "for (const some of portionsOf([...groups])) await dissolve(stores, context, some);",
      "",
      "entries",
    ],
    [
      "a second portion of reversals gives the letters of the first again",
      "for (const series of lettered.series) reversing.letters.set(subaccountKey(series), series);",
      "",
      "entries",
    ],
    [
      "a second portion of reversals begins where the first did",
      "letters.has(key) ? [] : [subaccount]",
      "[subaccount]",
      "entries",
    ],
    [
      "letters of reversals are reused",
      "for (const some of portionsOf([...letters.values()])) await stores.letterings.update(some);",
      "",
      "entries",
    ],
  ],
  "bookkeeping/entry-batches.ts": [
    ["what portions take back is left half done", "await finishReversal(stores, context, reversing);", "", "entries"],
    ["what portions bring to zero has no letters", "await letterAddedAtZero(stores, context, posted);", "", "entries"],
    [
      "what reversals leave at zero has no letters",
      "await letterRemainderOf(stores, context, reversed);",
      "",
      "entries",
    ],
  ],
  "bookkeeping/letter-lines.ts": [
    ["what waited before is not lettered along", "isAll: linesCount === lines.length", "isAll: true", "entries"],
    ["many groups do not know of each other", "for (const line of after) lines.set(line.id, line);", "", "entries"],
    ["each of many groups has the first letters", "series.set(key, lettered.series);", "", "entries"],
    ["what has a group is taken into another", 'lettering.status === "none");', "lettering !== null);", "entries"],
    [
      "what is posted is lettered with the first line alone",
      "orNotFound(first), ...rest];",
      "orNotFound(first)];",
      "entries",
    ],
    ["the groups that remain are not returned", "(isFree(run) ? [] : [index])", "[]", "entries"],
    ["any balance is locked", 'lettering !== "at_zero"', 'lettering === "none"', "entries"],
  ],
  "lettering/lettering.ts": [
    ["letters begin at AAB", 'return "AAA"', 'return "AAB"', "texts"],
    ["lines that do not balance are lettered", "balanceOf(lines) === 0", "balanceOf(lines) >= 0", "entries"],
    [
      "the file of a closed year gets new letters",
      "lines.every(({ accountingDate }) => !isYearClosed(book, yearOf(accountingDate)))",
      "lines.length > 0",
      "entries",
    ],
    [
      "the file of a closed year loses letters",
      "isFiled && isYearClosed(book, yearOf(accountingDate))",
      "isFiled && lettering === null",
      "entries",
    ],
    ["letters have the day of the first entry", "order(line) > order(last)", "order(line) < order(last)", "entries"],
    ["part of a group is lettered", "!groupmates.every", "false && groupmates.every", "entries"],
    [
      "letters are reused",
      'lettering.status === "full"))\n    throw',
      'lettering.status === "full" && false))\n    throw',
      "entries",
    ],
    ["lines of two accounts are lettered together", "!lines.every((line) => isOf(line, series))", "false", "entries"],
    ["accounts do not letter themselves", "if (after === 0) return true", "if (after === 0) return false", "entries"],
  ],
  "entries/entry-input.ts": [
    ["a line has any amount", "debitCents > LINE_CENTS_MAX || creditCents > LINE_CENTS_MAX", "false", "entries"],
    ["an entry sums to anything", "<= CENTS_MAX", "<= Infinity", "entries"],
    ["a century is mistyped", "accountingDate >= EARLIEST", "accountingDate >= EARLIEST || true", "entries"],
    ["every caller writes openings", "sourceType === OPENING ?", "sourceType === null ?", "entries"],
    ["every caller writes reversals", "sourceType === REVERSAL ?", "sourceType === null ?", "entries"],
    ["an auxiliary is of any kind", "auxiliary.kind === account.auxiliaries", "auxiliary.code !== null", "entries"],
  ],
  "accounts/money.ts": [
    ["a sum forgets what did not fit", "BigInt(total) + BigInt(amount)", "BigInt(total)", "money"],
    [
      "halves are rounded down",
      "2n * magnitude(numerator) + denominator",
      "2n * magnitude(numerator) + denominator - 1n",
      "money",
    ],
    ["a debt of any size is counted", "amount < -MOST", "amount < -MOST * 4n", "money"],
    ["an amount of cents alone has no zero before it", "padStart(3", "padStart(2", "money"],
  ],
  "accounts/apportion.ts": [
    [
      "weights have the scale that they came in",
      "weight: numerator * floorQuotient(common, denominator)",
      "weight: numerator",
      "money",
    ],
    ["the cent that is left goes to the largest share", "descending(one.remainder, other.remainder) ||", "", "money"],
    [
      "the cent that is left goes to the smallest fraction",
      "descending(one.remainder, other.remainder)",
      "descending(other.remainder, one.remainder)",
      "money",
    ],
    [
      "of equal fractions the smaller weight is favoured",
      "descending(one.weight, other.weight)",
      "descending(other.weight, one.weight)",
      "money",
    ],
    ["of equal weights the last id is favoured", "one.id < other.id", "one.id > other.id", "money"],
  ],
  "fec/writer.ts": [
    ["PieceDate is the entry's day", "compact(line.documentDate)", "compact(line.accountingDate)", "worked-example"],
    [
      "ValidDate is the day in Greenwich",
      "compact(dayInParis(instant))",
      "instant.slice(0, 10).replaceAll('-', '')",
      "worked-example",
    ],
    ["the label may be empty", "clean(line.label) || reference", "clean(line.label)", "fec-checker"],
    ["credits are debits", 'decimal(line.creditCents, ",")', 'decimal(line.debitCents, ",")', "worked-example"],
    ["a pipe stays in a label", "\\p{Zp}|\\uFEFF", "\\p{Zp}\\uFEFF", "texts"],
  ],
  "files/book-export.ts": [
    [
      "balances count twice over several years",
      "batch.filter(({ carriesForward }) => !carriesForward)",
      "batch",
      "book-export",
    ],
  ],
  "fec-check/number-set.ts": [
    [
      "a number that closes a hole leaves it",
      "last.to === span.from - 1n",
      "last.to === span.from - 2n",
      "fec-number-set",
    ],
    ["the last number of a span may come twice", "number <= before.to", "number < before.to", "fec-number-set"],
    ["numbers that wait may come twice", "waiting.has(number)", "false", "fec-number-set"],
    ["every number is put in its place at once", "Math.max(WAITING_MAX, spans.length)", "0", "fec-number-set"],
  ],
  "fec-check/numbering-rules.ts": [
    ["another prefix closes a gap", "prefix: trimmed.slice(0, start)", 'prefix: ""', "fec-origins"],
    ["long numbers are cut", "BigInt(trimmed.slice(start))", "BigInt(trimmed.slice(start).slice(-15))", "fec-origins"],
    ["a further prefix begins anywhere", "numbered.number > 1n", "numbered.number > 100n", "fec-origins"],
  ],
  "fec-check/number-sequence.ts": [
    ["numbers may not begin again with a month", "numbered.number <= last ||", "false ||", "fec-origins"],
    ["a month begins anywhere", "from > least", "from > least + 9n", "fec-origins"],
    ["numbers fall", "isFresh && (rises || !isOrdered)", "isFresh", "fec-checker", "fec-origins"],
  ],
  "fec-check/validation-date-rules.ts": [
    [
      "validation runs back within a journal",
      "if (ValidDate < before)",
      "if (before === null)",
      "fec-checker",
      "fec-origins",
    ],
    ["validation runs back between journals", "areWhole && [...", "[...", "fec-checker", "fec-origins"],
    ["journals in blocks are refused", "const hasBlock = areWhole", "const hasBlock = false", "fec-origins"],
  ],
  "fec-check/entry-rules.ts": [
    [
      "an entry has two validation dates",
      'twoDates(current.row, row, "ValidDate")',
      'twoDates(current.row, row, "EcritureDate")',
      "fec-checker",
      "fec-origins",
    ],
    ["a month's first number is the last month's", "balance !== 0n ||", "balance === 0n ||", "fec-origins"],
  ],
  "fec-check/lettering-rules.ts": [
    ["a letter is off by 1,00", "const UNIT = 100n", "const UNIT = 101n", "fec-origins"],
    ["a letter closed next year is refused", "|| day > closing", "", "fec-origins"],
    ["blanks are a letter", "isBlank(fields.EcritureLet)", 'fields.EcritureLet === ""', "fec-of-others"],
  ],
  "fec-check/fiscal-year-rules.ts": [
    [
      "a date after the closing is of the year",
      "EcritureDate > closing || EcritureDate <=",
      "EcritureDate <=",
      "fec-checker",
    ],
    [
      "a stray of the year before begins it",
      "part.isLate || !(part.standsFirst || part.entries > 1)",
      "part.isLate",
      "fec-checker",
    ],
    ["a date late in the file begins the year", "part.isLate ||", "", "fec-origins"],
    [
      "a year of eighteen months is refused",
      "yearsBefore(closing, 2) && isBeginning",
      "yearsBefore(closing, 1) && isBeginning",
      "fec-origins",
    ],
  ],
  "fec-check/row.ts": [
    ["an account has a space in it", "\\S* *$/", ".*$/", "fec-checker"],
    ["a currency amount has no currency", "!/^[A-Z]{3} *$/.test(Idevise)", "false", "fec-checker"],
    [
      "Sens is anything",
      "signed && SIDES[fields.Credit] === undefined",
      "signed && SIDES[fields.Credit] === null",
      "fec-origins",
    ],
    ["-1 is a debit", '"-1": "credit"', '"-1": "debit"', "fec-origins"],
    ["an amount has no leading blanks", "/^ *([+-]?)(", "/^([+-]?)(", "fec-of-others"],
    ["blanks are a date", "!isBlank(fields[column]) &&", 'fields[column] !== "" &&', "fec-of-others"],
    ["blanks are an amount in a currency", "isBlank(Montantdevise)", 'Montantdevise === ""', "fec-of-others"],
    ["a letter has a date", "if (isBlank(DateLet)) add(", "if (false) add(", "fec-of-others"],
  ],
  "fec-check/header.ts": [
    ["a column occurs twice", "&& new Set(folded).size === folded.length", "", "fec-checker"],
    ["columns of other regimes are unknown", "[...columns, ...regime]", "[...columns]", "fec-of-others"],
  ],
  "fec-check/regime.ts": [
    ["BNC is taken for BA", 'if (columns.includes("IdClient"))', "if (columns.length > 4)", "fec-of-others"],
  ],
  "fec-check/checker.ts": [
    ["a separator in a field is one after the last", "if (!isAligned(row)) return wrong();", "", "fec-of-others"],
    ["the last separator is reported for each line", "    trailing = true;\n", "", "fec-of-others"],
  ],
  "fec-check/decode.ts": [
    ["two encodings are mixed", "hasMixedEncoding: own !== encoding", "hasMixedEncoding: false", "fec-origins"],
    ["a line ends twice with CRLF", "byte === 13 || !(at === start && afterReturn)", "byte !== 0", "fec-checker"],
  ],
};

/** Bugs of the core's ledger that a test of the core finds alone. */
export const ledgerMutants: readonly Mutant[] = mutantsOf(
  Object.fromEntries(
    Object.entries(BUGS).map(([file, bugs]) => [
      `core/ledger/src/${file}`,
      bugs.map(([name, text, replacement, ...tests]) => {
        return [name, text, replacement, ...tests.map((test) => `core/ledger/test/${test}`)] as const;
      }),
    ]),
  ),
);
