import type { Digests } from "@cartulary/kernel";
import { bankFile, isEnough, type Reading } from "../faults.ts";
import type { BankFile, FileTransaction } from "../transaction.ts";
import { type Booked, EntryFault, entryTransactions } from "./entry.ts";
import { type OpenStatement, openStatement, STATEMENT_PARTS, statementFault, statementRead } from "./statement.ts";
import { type Element, readXml, XmlFault } from "./xml.ts";

/** The namespace of a statement of the versions in use. Their differences are few: both forms of each field are read. */
const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(0[2-9]|1[0-4])$/;
const STATEMENT = ["Document", "BkToCstmrStmt", "Stmt"];
/** Below a statement: what it is of and comes to, and what was entered on the account. */
const WANTED = [...Object.keys(STATEMENT_PARTS), "Ntry"];

/** The booked transactions of a CAMT.053 file, and the statements that they stand in. */
export function readCamt(text: string, digests: Pick<Digests, "sha256">): BankFile {
  const reading: Reading = { transactions: [], statements: [], faults: [] };
  const statements = statementReader(reading, digests);
  const isStatement = (path: readonly string[]) => STATEMENT.every((name, depth) => path[depth] === name);
  try {
    readXml(text, {
      root(name, namespace) {
        if (name !== "Document" || !NAMESPACE.test(namespace)) throw new XmlFault("this is no CAMT.053");
      },
      opens(path) {
        if (path.length === STATEMENT.length && isStatement(path)) statements.next();
      },
      isWanted: (path) =>
        path.length === STATEMENT.length + 1 && isStatement(path) && WANTED.includes(path.at(-1) ?? ""),
      found: (element) => (element.name === "Ntry" ? statements.entry(element) : statements.part(element)),
      isDone: () => isEnough(reading),
    });
    statements.close();
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    reading.faults.push({ place: "file", field: error.message, code: "invalid" });
  }
  return bankFile(reading);
}

function statementReader(reading: Reading, digests: Pick<Digests, "sha256">) {
  const alike = new Map<string, number>();
  let statement: OpenStatement = openStatement(1);
  let [isOpen, entries] = [false, 0];

  /** A hash of what an entry is that the bank calls nothing, and of how many alike there were before. */
  const madeReference = (booked: Booked) => {
    const { bookedOn, amountCents, direction, label, counterpartyIban, counterpartyName } = booked;
    const named = [statement.account, bookedOn, amountCents, direction, label, counterpartyIban, counterpartyName];
    const content = JSON.stringify(named);
    const before = alike.get(content) ?? 0;
    alike.set(content, before + 1);
    return `camt-${digests.sha256(`${content} ${before}`).slice(0, HASH_LENGTH)}`;
  };

  const transactionOf = (booked: Booked): FileTransaction => {
    const { reference, isReturn, ...rest } = booked;
    const made = reference === null ? madeReference(booked) : null;
    const bankReference = reference ?? rest.servicerReference ?? made ?? "";
    return {
      ...rest,
      ...{ statement: reading.statements.length, bankReference },
      formerReference: made === bankReference ? null : made,
      method: isReturn ? "rejection" : rest.method,
    };
  };

  return {
    /** Another statement begins. */
    next(): void {
      this.close();
      statement = openStatement(reading.statements.length + 1);
      isOpen = true;
    },
    /** The statement ends that is read, if any. */
    close(): void {
      if (isOpen) reading.statements.push(statementRead(statement));
      isOpen = false;
    },
    part(element: Element): void {
      try {
        STATEMENT_PARTS[element.name]?.(statement, element);
      } catch (error) {
        reading.faults.push(statementFault(statement, error));
      }
    },
    entry(element: Element): void {
      entries += 1;
      const place = `entry ${entries}`;
      try {
        const booked = entryTransactions(element, place);
        statement.entriesCount += booked === null ? 0 : 1;
        for (const each of booked ?? []) {
          statement.days.push(each.bookedOn);
          reading.transactions.push(transactionOf(each));
        }
      } catch (error) {
        if (!(error instanceof EntryFault)) throw error;
        reading.faults.push({ place, field: error.field, code: error.code });
      }
    },
  };
}

/** Hexadecimal digits: 128 bits. */
const HASH_LENGTH = 32;
