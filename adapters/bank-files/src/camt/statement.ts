import { type Day, parseDay } from "@cartulary/kernel";
import { type Cents, negated } from "@cartulary/ledger";
import type { FileFault, FileStatement } from "../transaction.ts";
import { EntryFault, euros } from "./entry.ts";
import { all, type Element, textAt } from "./xml.ts";

/** A statement while it is read. */
export interface OpenStatement {
  readonly place: string;
  account: string;
  statementId: string;
  madeAt: string;
  from: Day | null;
  to: Day | null;
  readonly balances: Balance[];
  /** First and last day of its booked entries. */
  readonly days: Day[];
  entriesCount: number;
}

/** A balance of a statement. */
interface Balance {
  /** OPBD, PRCD, CLBD, ITBD… */
  readonly kind: string;
  readonly cents: Cents;
  readonly day: Day | null;
}

/** The n-th statement of a file, of which nothing is known yet. */
export const openStatement = (number: number): OpenStatement => ({
  place: `statement ${number}`,
  ...{ account: "", statementId: "", madeAt: "", from: null, to: null, balances: [], days: [], entriesCount: 0 },
});

/** What stands in a statement beside its entries. */
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

/** What is wrong with a part of a statement, by the statement; any other error goes on. */
export function statementFault({ place }: OpenStatement, error: unknown): FileFault {
  if (!(error instanceof EntryFault)) throw error;
  return { place, field: `Bal/${error.field}`, code: error.code };
}

const KINDS = ["OPBD", "PRCD", "CLBD", "ITBD"];

function balanceOf(kind: string, element: Element): Balance {
  const amount = all(element, "Amt")[0];
  const side = textAt(element, "CdtDbtInd");
  if (!amount) throw new EntryFault("Amt", "blank");
  if (side !== "CRDT" && side !== "DBIT") throw new EntryFault("CdtDbtInd", "invalid");
  const cents = euros(amount);
  const day = dayOf(textAt(element, "Dt", "Dt") ?? textAt(element, "Dt", "DtTm"));
  return { kind, cents: side === "CRDT" || cents === 0 ? cents : negated(cents), day };
}

/**
 * What a statement says, once all of it is read. It opens with OPBD, else with PRCD, else with the first ITBD, and closes
 * with CLBD, else with the last ITBD: a page of several has these between itself and the next one. One ITBD alone closes.
 */
export function statementRead(statement: OpenStatement): FileStatement {
  const { place, account, statementId, madeAt, balances, days, entriesCount } = statement;
  const first = (kind: string) => balances.find((balance) => balance.kind === kind);
  const closing = first("CLBD") ?? balances.findLast(({ kind }) => kind === "ITBD");
  const interim = first("ITBD");
  const opening = first("OPBD") ?? first("PRCD") ?? (interim === closing ? undefined : interim);
  const begun = opening?.kind === "PRCD" ? null : (opening?.day ?? null);
  const [booked, last] = [days.toSorted()[0] ?? null, days.toSorted().at(-1) ?? null];
  const made = dayOf(madeAt);
  const to = closing?.day ?? statement.to ?? last ?? made;
  const from = statement.from ?? begun ?? booked ?? to;
  return {
    ...{ place, account: account.replace(/\s/g, "").toUpperCase(), statementId, madeAt, entriesCount, to },
    from: from !== null && to !== null && from > to ? to : from,
    openingCents: opening?.cents ?? null,
    closingCents: closing?.cents ?? null,
  };
}

/** The day of a date, or of a moment, as the bank writes it. */
const dayOf = (text: string | null): Day | null =>
  text === null ? null : parseDay(text.slice(0, "2026-01-01".length));
