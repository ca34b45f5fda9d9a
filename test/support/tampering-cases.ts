/** Names of the tampered records, for statements. */
export interface Tampered {
  /** Which rows of the ledger are the book's. */
  readonly book: string;
  readonly bookId: string;
  /** Another mandataire, which has a book of its own. */
  readonly otherId: string;
  /** The accounting file of the year that is closed. */
  readonly closedFile: string;
}

/** Something that an owner of the database could do behind the ledger's back, and everything that is found then. */
export interface Tampering {
  readonly name: string;
  /** Statements for both databases, run where nothing refuses them. */
  readonly change: (tampered: Tampered) => readonly string[];
  readonly found: readonly string[];
}

const SEALED = "was changed after sealing: its hash does not match its content and the previous entry";
const LOOSE =
  "is inconsistent: lines of a group must be of one subaccount, sum to zero, and have unique letters dated as the completing entry";
const REISSUED = "has letters beyond its series, which would be used twice";
/** The finding on an accounting file that differs from its closed year. */
export const OTHER_FILE =
  "accounting file BOOK FILE-2025: is not what its closed year gives now: compare it with what was handed in, to see which of the two was changed";
const UNSOURCED = "is not recorded for its entry, so the same source could create another entry";
const IMPOSSIBLE = "has an impossible amount; the rest of the book was not checked. Restore the database from a backup";
const NAMELESS = "is missing, or has another name than on its lines";
const NOT_CARRIED = "differs from the balances at the end of the previous year";

type Change = Tampering["change"];

const tampering = (name: string, change: Change, ...found: readonly string[]): Tampering => ({ name, change, found });

/** Sets columns of one entry. */
const entry =
  (reference: string, set: string): Change =>
  ({ book }) => [`update ledger_entries set ${set} where ${book} and reference = '${reference}'`];

/** Sets columns of the lines of one entry. */
const lines =
  (reference: string, set: string, which = "true"): Change =>
  ({ book }) => [`update ledger_lines set ${set} where ${book} and ${linesOf(book, reference)} and ${which}`];

const linesOf = (book: string, reference: string) =>
  `entry_id in (select id from ledger_entries where ${book} and reference = '${reference}')`;

const dropped =
  (reference: string): Change =>
  ({ book }) => [
    `delete from ledger_lines where ${book} and ${linesOf(book, reference)}`,
    `delete from ledger_entries where ${book} and reference = '${reference}'`,
  ];

/** Sets columns of rows of one of the book's tables. */
const rows =
  (table: string, set: string, which = "true"): Change =>
  ({ book }) => [`update ledger_${table} set ${set} where ${book} and ${which}`];

const removed =
  (table: string, which = "true"): Change =>
  ({ book }) => [`delete from ledger_${table} where ${book} and ${which}`];

const bookRow =
  (set: string): Change =>
  ({ bookId }) => [`update ledger_books set ${set} where id = '${bookId}'`];

const file =
  (set: string): Change =>
  ({ closedFile }) => [`update fec_exports set ${set} where id = '${closedFile}'`];

const all =
  (...changes: readonly Change[]): Change =>
  (tampered) =>
    changes.flatMap((change) => change(tampered));

/** Before any entry. */
const EARLY = "(select min(created_at) from ledger_books)";
const LETTERED = "lettering_code is not null and accounting_date < '2026-01-01'";
const UNLETTERED =
  "lettering_status = 'none', lettering_group_id = null, lettering_code = null, lettering_day = null, lettering_in_one_file = false";

const LETTERS = [
  tampering(
    "letters that do not sum to zero",
    rows("lines", UNLETTERED, `${LETTERED} and debit_cents > 0`),
    OTHER_FILE,
    `lettering BOOK ID: ${LOOSE}`,
  ),
  tampering(
    "letters that are dated on no day of theirs",
    rows("lines", "lettering_day = '2020-01-01'", LETTERED),
    OTHER_FILE,
    `lettering BOOK ID: ${LOOSE}`,
  ),
  tampering(
    "letters that are dated on an earlier day of theirs",
    rows("lines", "lettering_day = '2025-12-01'", LETTERED),
    OTHER_FILE,
    `lettering BOOK ID: ${LOOSE}`,
  ),
  tampering(
    "letters that differ within their group",
    rows("lines", "lettering_code = 'ZZZ'", `${LETTERED} and debit_cents > 0`),
    OTHER_FILE,
    `lettering BOOK 411000 LOC0001: ${REISSUED}`,
    `lettering BOOK ID: ${LOOSE}`,
  ),
  tampering(
    "letters beyond the highest one",
    rows("lines", "lettering_code = 'ZZZ'", LETTERED),
    OTHER_FILE,
    `lettering BOOK 411000 LOC0001: ${REISSUED}`,
  ),
  tampering(
    "letters that two groups have",
    rows("lines", "lettering_code = 'AAB'", LETTERED),
    OTHER_FILE,
    `lettering BOOK ID: ${LOOSE}`,
  ),
  tampering(
    "letters with a line of another account",
    ({ book }) => [
      `update ledger_lines set lettering_group_id = (select lettering_group_id from ledger_lines where ${book} and ${LETTERED} limit 1)
       where ${book} and lettering_code is not null and account_code = '706100'`,
    ],
    `lettering BOOK ID: ${LOOSE}`,
  ),
  tampering(
    "letters that accounting files leave out",
    rows(
      "lines",
      "lettering_in_one_file = not lettering_in_one_file",
      "accounting_date > '2026-02-01' and lettering_code is not null",
    ),
    `lettering BOOK ID: ${LOOSE}`,
    `lettering BOOK ID: ${LOOSE}`,
  ),
  tampering(
    "letters that an open year's file would show otherwise",
    rows(
      "lines",
      "lettering_filed_code = 'AAA', lettering_filed_day = '2026-02-10'",
      "accounting_date > '2026-02-01' and account_code = '411000'",
    ),
    `lettering BOOK ID: ${LOOSE}`,
  ),
  tampering(
    "letters of no group that an open year's file would show",
    lines("CHA-2026-000001", "lettering_filed_code = 'AAA', lettering_filed_day = '2026-02-01'", "line_number = 1"),
    `lettering BOOK 512000: ${LOOSE}`,
  ),
  tampering("letters that were taken off a closed year", rows("lines", UNLETTERED, LETTERED), OTHER_FILE),
  tampering(
    "letters that are reused",
    rows("letter_series", "last = null"),
    `lettering BOOK 411000 LOC0001: ${REISSUED}`,
    `lettering BOOK 706100: ${REISSUED}`,
  ),
];

const MONTHS = [
  tampering(
    "a month that was opened again",
    bookRow("closed_through = '2025-12'"),
    "period BOOK 2026-01: is the last that was closed, and the book is closed through 2025-12",
  ),
  tampering(
    "a closing that was removed",
    removed("periods", "period = '2026-01'"),
    "period BOOK 2025-12: is the last that was closed, and the book is closed through 2026-01",
  ),
  tampering(
    "every closing forgotten",
    all(removed("periods"), bookRow("closed_through = null")),
    "opening BOOK OD-2026-000001: carries forward 2025, which is open",
    "period BOOK 2025-12: is open, and 4 of its 4 entries are posted",
    "period BOOK 2026-01: is open, and 2 of its 2 entries are posted",
  ),
  tampering(
    "every closing forgotten, with all that tells of it but the opening",
    all(
      removed("periods"),
      removed("closing_heads"),
      bookRow("closed_through = null"),
      rows("entries", "status = 'validated'"),
    ),
    "opening BOOK OD-2026-000001: carries forward 2025, which is open",
  ),
  tampering(
    "an entry of a closed month that is not posted",
    entry("BQ-2025-000001", "status = 'validated'"),
    "period BOOK 2025-12: is closed, and 3 of its 4 entries are posted",
  ),
  tampering(
    "a posted entry in an open month",
    entry("CHA-2026-000001", "status = 'posted'"),
    "period BOOK 2026-02: is open, and 1 of its 7 entries are posted",
  ),
  tampering(
    "an entry that came into a month since it was closed",
    all(
      entry("CHA-2026-000001", "accounting_date = '2026-01-11', status = 'posted'"),
      lines("CHA-2026-000001", "accounting_date = '2026-01-11'"),
    ),
    `entry BOOK CHA-2026-000001: ${SEALED}`,
    "period BOOK 2026-01: lacks the last entry of 1 CHARGES 2026 at its closing",
    "period BOOK 2026-01: was closed with 2 entries and has 3",
  ),
  tampering(
    "another number of entries than a month was closed with",
    rows("periods", "entries_posted = 7", "period = '2025-12'"),
    "period BOOK 2025-12: was closed with 7 entries and has 4",
  ),
  tampering(
    "a closing of another month than the one before the next",
    rows("periods", "period = '2025-10', entries_posted = 0", "period = '2025-12'"),
    "period BOOK 2026-01: was closed after 2025-10: the closings between are missing",
  ),
  tampering(
    "a closing before its entries were validated",
    rows("periods", `closed_at = ${EARLY}`, "period = '2026-01'"),
    "period BOOK 2026-01: was not closed at 2026-03-01T09:00:00.000Z: that is before or after its entries were posted",
  ),
  tampering(
    "a closing after its entries were posted",
    ({ book }) => [
      `update ledger_periods set closed_at = (select max(closed_at) from ledger_periods where ${book}) where ${book} and period = '2025-12'`,
    ],
    "period BOOK 2025-12: was not closed at 2026-03-05T09:00:00.000Z: that is before or after its entries were posted",
  ),
  tampering(
    "the total of the series deleted",
    removed("closing_heads", "period = '2025-12'"),
    "period BOOK 2025-12: lacks the last entry of 1 BANQUE 2025 at its closing",
    "period BOOK 2025-12: lacks the last entry of 1 LOYERS 2025 at its closing",
    "period BOOK 2025-12: lacks the last entry of 1 OD 2025 at its closing",
  ),
  tampering(
    "the total of one series deleted",
    removed("closing_heads", "journal = 'BANQUE' and period = '2025-12'"),
    "period BOOK 2025-12: lacks the last entry of 1 BANQUE 2025 at its closing",
  ),
  tampering(
    "the total of a series changed",
    rows("closing_heads", "hash = 'x'", "journal = 'BANQUE'"),
    "numbering BOOK 1 BANQUE 2025: was rewritten since 2025-12 was closed, up to BQ-2025-000001 at least",
  ),
];

const ENTRIES = [
  tampering(
    "a changed amount",
    lines("PRO-2026-000002", "debit_cents = 1", "line_number = 1"),
    "entry BOOK PRO-2026-000002: does not balance: debits of 1 cents, credits of 100, 100 in all",
    `entry BOOK PRO-2026-000002: ${SEALED}`,
  ),
  tampering(
    "amounts changed on both sides with their total",
    all(
      lines("PRO-2026-000002", "debit_cents = 1", "line_number = 1"),
      lines("PRO-2026-000002", "credit_cents = 1", "line_number = 2"),
      entry("PRO-2026-000002", "total_cents = 1"),
    ),
    `entry BOOK PRO-2026-000002: ${SEALED}`,
  ),
  tampering(
    "a changed total",
    entry("PRO-2026-000002", "total_cents = 7"),
    "entry BOOK PRO-2026-000002: does not balance: debits of 100 cents, credits of 100, 7 in all",
    `entry BOOK PRO-2026-000002: ${SEALED}`,
  ),
  tampering(
    "an amount that cannot be counted",
    lines("PRO-2026-000002", "debit_cents = 9223372036854775807", "line_number = 1"),
    `entry BOOK PRO-2026-000002: ${IMPOSSIBLE}`,
  ),
  tampering(
    "an amount that cannot be counted, in a closed year",
    lines("BQ-2025-000001", "debit_cents = 9007199254740993", "line_number = 1"),
    "accounting file BOOK: contains a number that is too large; the check stopped. Restore the database from a backup",
    `entry BOOK BQ-2025-000001: ${IMPOSSIBLE}`,
  ),
  tampering(
    "amounts that cannot be summed",
    rows("lines", "debit_cents = 9007199254740991", "debit_cents > 0 and account_code = '512000'"),
    "accounting file BOOK: contains a number that is too large; the check stopped. Restore the database from a backup",
    `entry BOOK BQ-2025-000001: ${IMPOSSIBLE}`,
    `entry BOOK CHA-2026-000001: ${IMPOSSIBLE}`,
    `entry BOOK PRO-2026-000001: ${IMPOSSIBLE}`,
    `entry BOOK PRO-2026-000002: ${IMPOSSIBLE}`,
    `entry BOOK PRO-2026-000003: ${IMPOSSIBLE}`,
    `entry BOOK PRO-2026-000004: ${IMPOSSIBLE}`,
  ),
  tampering(
    "a total that cannot be counted",
    entry("PRO-2026-000002", "total_cents = 9223372036854775807"),
    `entry BOOK PRO-2026-000002: ${IMPOSSIBLE}`,
  ),
  tampering(
    "amounts that swapped sides",
    lines("PRO-2026-000002", "debit_cents = credit_cents, credit_cents = debit_cents"),
    `entry BOOK PRO-2026-000002: ${SEALED}`,
  ),
  tampering(
    "a line of another account",
    lines("PRO-2026-000002", "account_code = '512100'", "line_number = 1"),
    `account BOOK 512100: ${NAMELESS}`,
    `entry BOOK PRO-2026-000002: ${SEALED}`,
  ),
  tampering(
    "a line of another auxiliary",
    lines("LOY-2025-000001", "auxiliary_code = 'LOC0002'", "line_number = 1"),
    `account BOOK LOC0002: ${NAMELESS}`,
    OTHER_FILE,
    `entry BOOK LOY-2025-000001: ${SEALED}`,
    `lettering BOOK 411000 LOC0002: ${REISSUED}`,
    `lettering BOOK ID: ${LOOSE}`,
    `opening BOOK OD-2026-000001: ${NOT_CARRIED}`,
  ),
  tampering(
    "another label",
    lines("PRO-2026-000002", "label = 'Forged'", "line_number = 1"),
    `entry BOOK PRO-2026-000002: ${SEALED}`,
  ),
  tampering(
    "a line that was moved to another entry",
    ({ book }) => [
      `update ledger_lines set entry_id = (select id from ledger_entries where ${book} and reference = 'PRO-2026-000001'), line_number = 3 where ${book} and ${linesOf(book, "CHA-2026-000001")} and line_number = 3`,
    ],
    "entry BOOK CHA-2026-000001: does not balance: debits of 300 cents, credits of 100, 300 in all",
    `entry BOOK CHA-2026-000001: ${SEALED}`,
    "entry BOOK PRO-2026-000001: does not balance: debits of 100 cents, credits of 300, 100 in all",
    `entry BOOK PRO-2026-000001: ${SEALED}`,
  ),
  tampering(
    "a line that was added",
    ({ book }) => [
      `insert into ledger_lines select book_id, entry_id, 3, '00000000-0000-7000-8000-00000000dead', account_code, account_name, auxiliary_code, auxiliary_name, label, debit_cents, credit_cents, accounting_date, lettering_status, lettering_group_id, lettering_code, lettering_day, lettering_in_one_file, lettering_filed_code, lettering_filed_day from ledger_lines where ${book} and ${linesOf(book, "PRO-2026-000002")} and line_number = 2`,
    ],
    "entry BOOK PRO-2026-000002: does not balance: debits of 100 cents, credits of 200, 100 in all",
    `entry BOOK PRO-2026-000002: ${SEALED}`,
  ),
  tampering(
    "a line that was removed",
    removed("lines", "account_code = '706200'"),
    "entry BOOK CHA-2026-000001: does not balance: debits of 300 cents, credits of 100, 300 in all",
    `entry BOOK CHA-2026-000001: ${SEALED}`,
  ),
  tampering(
    "two lines that were swapped",
    all(
      lines("CHA-2026-000001", "line_number = 99", "line_number = 2"),
      lines("CHA-2026-000001", "line_number = 2", "line_number = 3"),
      lines("CHA-2026-000001", "line_number = 3", "line_number = 99"),
    ),
    `entry BOOK CHA-2026-000001: ${SEALED}`,
  ),
  tampering(
    "a line that counts for another day",
    lines("PRO-2026-000002", "accounting_date = '2026-02-03'", "line_number = 2"),
    `entry BOOK PRO-2026-000002: ${SEALED}`,
  ),
  tampering(
    "an entry on another day, its lines left where they were",
    entry("PRO-2026-000002", "accounting_date = '2026-02-03'"),
    `entry BOOK PRO-2026-000002: ${SEALED}`,
  ),
  tampering(
    "another document's date",
    entry("PRO-2026-000002", "document_date = '2020-01-01'"),
    `entry BOOK PRO-2026-000002: ${SEALED}`,
  ),
  tampering(
    "another voucher",
    entry("PRO-2026-000002", "document_reference = 'Forged'"),
    `entry BOOK PRO-2026-000002: ${SEALED}`,
  ),
  tampering(
    "another validation date",
    entry("PRO-2026-000002", `validated_at = ${EARLY}`),
    `entry BOOK PRO-2026-000002: ${SEALED}`,
  ),
  tampering(
    "another person who validated",
    entry("PRO-2026-000002", "validated_by = '00000000-0000-7000-8000-00000000dead'"),
    `entry BOOK PRO-2026-000002: ${SEALED}`,
  ),
  tampering(
    "another society",
    entry("PRO-2026-000004", "society_code = '2'"),
    "numbering BOOK 1 PROPRIO 2026: ends with 4, but its entries end with 3",
    "numbering BOOK 2 PROPRIO 2026: ends with 0, but entry PRO-2026-000004 is beyond",
  ),
  tampering(
    "an entry that claims a line more than it has",
    entry("PRO-2026-000002", "lines_count = 3"),
    `entry BOOK PRO-2026-000002: ${SEALED}`,
  ),
  tampering(
    "a reversal that takes nothing back any more",
    rows("entries", "reversal_of_id = null"),
    `entry BOOK LOY-2026-000003: ${SEALED}`,
  ),
  tampering(
    "an opening that is like any other entry",
    rows("entries", "carries_forward = false"),
    `entry BOOK OD-2026-000001: ${SEALED}`,
    "opening BOOK 1 2026: is missing: 2025 is closed and ended with balances",
  ),
  tampering(
    "an entry that counts as carried forward",
    rows("entries", "carries_forward = not carries_forward", "reference = 'CHA-2026-000001'"),
    `entry BOOK CHA-2026-000001: ${SEALED}`,
    `opening BOOK CHA-2026-000001: ${NOT_CARRIED}`,
  ),
  tampering(
    "an entry of another book",
    ({ otherId, ...own }) => [
      ...lines("CHA-2026-000001", `book_id = '${otherId}'`)(own as Tampered),
      ...entry("CHA-2026-000001", `book_id = '${otherId}'`)(own as Tampered),
    ],
    "numbering BOOK 1 CHARGES 2026: ends with 1, but its entries end with 0",
    "numbering OTHER 1 CHARGES 2026: ends with 0, but entry CHA-2026-000001 is beyond",
  ),
];

const NUMBERS = [
  tampering(
    "lines whose entry is gone",
    ({ book }) => [
      `update ledger_lines set entry_id = '00000000-0000-7000-8000-00000000dead' where ${book} and ${linesOf(book, "PRO-2026-000004")}`,
    ],
    "entry BOOK PRO-2026-000004: does not balance: debits of 0 cents, credits of 0, 100 in all",
    `entry BOOK PRO-2026-000004: ${SEALED}`,
    "line BOOK ID: belongs to a missing entry",
  ),
  tampering(
    "a dropped entry",
    dropped("PRO-2026-000002"),
    "entry BOOK PRO-2026-000003: follows number 1: entries are missing between",
  ),
  tampering(
    "a tail that was cut off",
    dropped("PRO-2026-000004"),
    "numbering BOOK 1 PROPRIO 2026: ends with 4, but its entries end with 3",
  ),
  tampering(
    "numbers in another order",
    all(
      entry("PRO-2026-000001", "number = 99"),
      entry("PRO-2026-000002", "number = 1"),
      entry("PRO-2026-000001", "number = 2"),
    ),
    `entry BOOK PRO-2026-000001: ${SEALED}`,
    `entry BOOK PRO-2026-000002: ${SEALED}`,
    `entry BOOK PRO-2026-000003: ${SEALED}`,
  ),
  tampering(
    "a number that is another entry's",
    entry("PRO-2026-000003", "reference = 'PRO-2026-000002'"),
    `entry BOOK PRO-2026-000002: ${SEALED}`,
  ),
  tampering(
    "an entry that was rehashed alone",
    entry("PRO-2026-000004", "description = 'Forged', hash = 'forged'"),
    `entry BOOK PRO-2026-000004: ${SEALED}`,
    "numbering BOOK 1 PROPRIO 2026: has another hash than its last entry",
  ),
  tampering(
    "an entry that was moved into another journal",
    entry("CHA-2026-000001", "journal = 'OD', number = 2"),
    "numbering BOOK 1 CHARGES 2026: ends with 1, but its entries end with 0",
    "numbering BOOK 1 OD 2026: ends with 1, but entry CHA-2026-000001 is beyond",
  ),
  tampering(
    "a series that was turned back",
    rows("series", "number = 3", "journal = 'PROPRIO'"),
    "numbering BOOK 1 PROPRIO 2026: ends with 3, but entry PRO-2026-000004 is beyond",
    "numbering BOOK 1 PROPRIO 2026: has another hash than its last entry",
  ),
  tampering(
    "a series that was put forward",
    rows("series", "number = 5", "journal = 'PROPRIO'"),
    "numbering BOOK 1 PROPRIO 2026: ends with 5, but its entries end with 4",
  ),
  tampering(
    "a series with another head",
    rows("series", "hash = 'x'", "journal = 'PROPRIO'"),
    "numbering BOOK 1 PROPRIO 2026: has another hash than its last entry",
  ),
  tampering(
    "a series whose last validation was put back",
    rows("series", `validated_at = ${EARLY}`, "journal = 'PROPRIO'"),
    "numbering BOOK 1 PROPRIO 2026: has another validation time than its last entry",
  ),
  tampering(
    "a series that was lost",
    removed("series", "journal = 'LOYERS' and year = 2026"),
    "numbering BOOK 1 LOYERS 2026: ends with 0, but entry LOY-2026-000001 is beyond",
  ),
  tampering(
    "a series that is another society's",
    rows("series", "society_code = '2'", "journal = 'PROPRIO'"),
    "numbering BOOK 1 PROPRIO 2026: ends with 0, but entry PRO-2026-000001 is beyond",
    "numbering BOOK 2 PROPRIO 2026: ends with 4, but its entries end with 0",
  ),
  tampering(
    "a journal's year that vanished",
    all(removed("sources"), dropped("BQ-2025-000001"), removed("series", "journal = 'BANQUE'")),
    OTHER_FILE,
    "numbering BOOK 1 BANQUE 2025: ended with 1 when 2025-12 was closed, and that entry is missing",
    `opening BOOK OD-2026-000001: ${NOT_CARRIED}`,
    "period BOOK 2025-12: was closed with 4 entries and has 3",
    `source BOOK LOY-2026-000003: ${UNSOURCED}`,
  ),
];

const AROUND = [
  tampering(
    "sources that were emptied",
    removed("sources"),
    `source BOOK BQ-2025-000001: ${UNSOURCED}`,
    `source BOOK LOY-2026-000003: ${UNSOURCED}`,
  ),
  tampering(
    "a source that is another entry's",
    rows("sources", "entry_id = '00000000-0000-7000-8000-00000000dead'"),
    `source BOOK BQ-2025-000001: ${UNSOURCED}`,
    `source BOOK ID: ${UNSOURCED}`,
    `source BOOK ID: ${UNSOURCED}`,
    `source BOOK LOY-2026-000003: ${UNSOURCED}`,
  ),
  tampering(
    "a source that goes by another number",
    rows("sources", "source_seq = 2"),
    `source BOOK BQ-2025-000001: ${UNSOURCED}`,
    `source BOOK LOY-2026-000003: ${UNSOURCED}`,
  ),
  tampering(
    "an opening that is not what the year before ended with",
    lines("OD-2026-000001", "debit_cents = debit_cents + 1", "account_code = '512000'"),
    "entry BOOK OD-2026-000001: does not balance: debits of 1201 cents, credits of 1200, 1200 in all",
    `entry BOOK OD-2026-000001: ${SEALED}`,
    `opening BOOK OD-2026-000001: ${NOT_CARRIED}`,
  ),
  tampering(
    "a year that ended with something else than was opened",
    lines("BQ-2025-000001", "account_code = '512100'", "line_number = 1"),
    `account BOOK 512100: ${NAMELESS}`,
    OTHER_FILE,
    `entry BOOK BQ-2025-000001: ${SEALED}`,
    `opening BOOK OD-2026-000001: ${NOT_CARRIED}`,
  ),
  tampering(
    "an opening that vanished with its series",
    all(
      dropped("OD-2026-000001"),
      removed("series", "journal = 'OD' and year = 2026"),
      removed("closing_heads", "journal = 'OD' and year = 2026"),
      rows("periods", "entries_posted = 1", "period = '2026-01'"),
    ),
    "opening BOOK 1 2026: is missing: 2025 is closed and ended with balances",
  ),
  tampering(
    "an account that was renamed",
    rows("accounts", "name = 'Forged'", "code = '512000'"),
    `account BOOK 512000: ${NAMELESS}`,
  ),
  tampering(
    "an account that was removed",
    removed("accounts", "code = '512000'"),
    `account BOOK 512000: ${NAMELESS}`,
    `opening BOOK OD-2026-000001: ${NOT_CARRIED}`,
  ),
  tampering("an auxiliary that was removed", removed("auxiliaries"), `account BOOK LOC0001: ${NAMELESS}`),
  tampering(
    "a book that vanished",
    all(
      ...[
        "closing_heads",
        "periods",
        "letter_series",
        "series",
        "sources",
        "draft_lines",
        "drafts",
        "lines",
        "entries",
        "accounts",
        "auxiliaries",
      ].map((table) => removed(table)),
      ({ bookId }) => [`delete from ledger_books where id = '${bookId}'`],
    ),
    "book BOOK: is missing. Restore the database from a backup",
  ),
];

const FILES = [
  tampering(
    "an accounting file with another sum of debits",
    file("total_debit_cents = 7"),
    "accounting file BOOK FILE-2025: has debits that are not its credits",
    OTHER_FILE,
  ),
  tampering("an accounting file with other sums", file("total_debit_cents = 7, total_credit_cents = 7"), OTHER_FILE),
  tampering(
    "an accounting file with another digest",
    file("sha256 = 'x'"),
    OTHER_FILE,
    "accounting file BOOK FILE-2025: is recorded with 1152 bytes of the sha256 x, and has 1152 of DIGEST",
  ),
  tampering(
    "an accounting file with another size",
    file("byte_size = 7"),
    "accounting file BOOK FILE-2025: is recorded with 7 bytes of the sha256 DIGEST, and has 1152 of DIGEST",
  ),
  tampering("an accounting file with another number of lines", file("lines_count = 7"), OTHER_FILE),
  tampering(
    "an accounting file of another year",
    file("year = 2024, period_start = '2024-01-01', period_end = '2024-12-31'"),
    "accounting file BOOK FILE-2025: is called 552100554FEC20251231.txt, and is of 2024",
  ),
  tampering(
    "an accounting file that has no bytes any more",
    ({ closedFile }) => [`delete from fec_files where export_id = '${closedFile}'`],
    "accounting file BOOK FILE-2025: has lost its bytes: make it again, and compare it with what was handed in",
    "blob KEY-2025: has 1 recorded holders, but 0 rows refer to it",
  ),
  tampering(
    "an accounting file with the bytes of another one",
    ({ closedFile }) => [
      `update fec_files set blob_key = (select blob_key from fec_files where export_id <> '${closedFile}') where export_id = '${closedFile}'`,
    ],
    "accounting file BOOK FILE-2025: is recorded with 1152 bytes of the sha256 DIGEST, and has 2762 of DIGEST",
    "blob KEY-2025: has 1 recorded holders, but 0 rows refer to it",
    "blob KEY-2026: has 1 recorded holders, but 2 rows refer to it",
  ),
  tampering(
    "an accounting file that was removed",
    ({ closedFile }) => [
      `delete from fec_files where export_id = '${closedFile}'`,
      `delete from fec_exports where id = '${closedFile}'`,
    ],
    "blob KEY-2025: has 1 recorded holders, but 0 rows refer to it",
  ),
  tampering(
    "bytes recorded with another digest",
    () => ["update blobs set sha256 = 'x'"],
    "accounting file BOOK FILE-2025: is recorded with 1152 bytes of the sha256 DIGEST, and has 1152 of x",
    "accounting file BOOK FILE-2026: is recorded with 2762 bytes of the sha256 DIGEST, and has 2762 of x",
    "blob KEY-2025: has the sha256 DIGEST, its record says x",
    "blob KEY-2026: has the sha256 DIGEST, its record says x",
  ),
];

/** Every one that is tried. */
export const TAMPERINGS: readonly Tampering[] = [...LETTERS, ...MONTHS, ...ENTRIES, ...NUMBERS, ...AROUND, ...FILES];
