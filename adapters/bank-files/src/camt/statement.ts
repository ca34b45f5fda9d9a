import { type Day, parseDay } from "@cartulary/kernel";
import { type Cents, negate } from "@cartulary/ledger";
import type { BankFileError, FileStatement } from "../transaction.ts";
import { CamtEntryError, euros } from "./entry.ts";
import { type Element, elementsAt, textAt } from "./xml.ts";

/** A statement that is being read. */
export interface OpenStatement {
  readonly place: string;
  account: string;
  statementId: string;
  madeAt: string;
  from: Day | null;
  to: Day | null;
  readonly balances: Balance[];
  /** Booking days of its entries. */
  readonly days: Day[];
  entriesCount: number;
}

interface Balance {
  /** Balance type code: OPBD, PRCD, CLBD or ITBD. */
  readonly kind: string;
  readonly cents: Cents;
  readonly day: Day | null;
}

/** Creates the empty `number`-th statement of a file. */
export const openStatement = (number: number): OpenStatement => ({
  place: `statement ${number}`,
  ...{ account: "", statementId: "", madeAt: "", from: null, to: null, balances: [], days: [], entriesCount: 0 },
});

/** Readers of the parts of a statement, by element name. */
export const STATEMENT_PARTS: Readonly<Record<string, (statement: OpenStatement, element: Element) => void>> = {
  Id(statement, { text }) {
    statement.statementId = text;
  },
  CreDtTm(statement, { text }) {
    statement.madeAt = text;
  },
  FrToDt(statement, element) {
    statement.from = dayOf(textAt(element, "FrDtTm") ?? textAt(element, "FrDt"));
    statement.to = dayOf(textAt(element, "ToDtTm") ?? textAt(element, "ToDt"));
  },
  Acct(statement, element) {
    statement.account = textAt(element, "Id", "IBAN") ?? textAt(element, "Id", "Othr", "Id") ?? "";
  },
  Bal(statement, element) {
    const kind = textAt(element, "Tp", "CdOrPrtry", "Cd") ?? "";
    if (KINDS.includes(kind)) statement.balances.push(balanceOf(kind, element));
  },
};

/** Converts a {@link CamtEntryError} to an error of the statement; rethrows any other error. */
export function statementError({ place }: OpenStatement, error: unknown): BankFileError {
  if (!(error instanceof CamtEntryError)) throw error;
  return { place, field: `Bal/${error.field}`, code: error.code };
}

const KINDS = ["OPBD", "PRCD", "CLBD", "ITBD"];

function balanceOf(kind: string, element: Element): Balance {
  const amount = elementsAt(element, "Amt")[0];
  const side = textAt(element, "CdtDbtInd");
  if (!amount) throw new CamtEntryError("Amt", "blank");
  if (side !== "CRDT" && side !== "DBIT") throw new CamtEntryError("CdtDbtInd", "invalid");
  const cents = euros(amount);
  const day = dayOf(textAt(element, "Dt", "Dt") ?? textAt(element, "Dt", "DtTm"));
  return { kind, cents: side === "CRDT" || cents === 0 ? cents : negate(cents), day };
}

/**
 * Completes a statement after its last element. Its opening balance is OPBD, otherwise PRCD, otherwise the first ITBD;
 * its closing balance is CLBD, otherwise the last ITBD. The pages of a paginated statement are linked by ITBD balances.
 * A single ITBD is a closing balance.
 */
export function statementRead(statement: OpenStatement): FileStatement {
  const { place, account, statementId, madeAt, balances, days, entriesCount } = statement;
  const first = (kind: string) => balances.find((balance) => balance.kind === kind);
  const closing = first("CLBD") ?? balances.findLast(({ kind }) => kind === "ITBD");
  const interim = first("ITBD");
  const opening = first("OPBD") ?? first("PRCD") ?? (interim === closing ? undefined : interim);
  const openingDay = opening?.kind === "PRCD" ? null : (opening?.day ?? null);
  const [booked, last] = [days.toSorted()[0] ?? null, days.toSorted().at(-1) ?? null];
  const made = dayOf(madeAt);
  const to = closing?.day ?? statement.to ?? last ?? made;
  const from = statement.from ?? openingDay ?? booked ?? to;
  return {
    ...{ place, account: account.replace(/\s/g, "").toUpperCase(), statementId, madeAt, entriesCount, to },
    from: from !== null && to !== null && from > to ? to : from,
    openingCents: opening?.cents ?? null,
    closingCents: closing?.cents ?? null,
  };
}

/** Parses the date part of a date or timestamp. */
const dayOf = (text: string | null): Day | null =>
  text === null ? null : parseDay(text.slice(0, "2026-01-01".length));
