import type { Digests } from "@cartulary/kernel";
import { bankFile, isLimitReached, type ParseState } from "../bank-file-errors.ts";
import type { BankFile, FileTransaction } from "../transaction.ts";
import { CamtEntryError, type CamtTransaction, entryTransactions } from "./entry.ts";
import { type OpenStatement, openStatement, STATEMENT_PARTS, statementError, statementRead } from "./statement.ts";
import { type Element, readXml, XmlError } from "./xml.ts";

/** Namespaces of the CAMT.053 versions in use. They differ little; the reader accepts every form of a field. */
const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(0[2-9]|1[0-4])$/;
const STATEMENT = ["Document", "BkToCstmrStmt", "Stmt"];
/** The children of a statement that are read: its parts and its entries. */
const WANTED = [...Object.keys(STATEMENT_PARTS), "Ntry"];

/** Reads the booked transactions of a CAMT.053 file and their statements. Yields now and then. */
export function* readCamt(text: string, digests: Pick<Digests, "sha256">): Generator<void, BankFile> {
  const reading: ParseState = { transactions: [], statements: [], faults: [] };
  const statements = statementReader(reading, digests);
  const isStatement = (path: readonly string[]) => STATEMENT.every((name, depth) => path[depth] === name);
  try {
    yield* readXml(text, {
      root(name, namespace) {
        if (name !== "Document" || !NAMESPACE.test(namespace)) throw new XmlError("not a CAMT.053 document");
      },
      opens(path) {
        if (path.length === STATEMENT.length && isStatement(path)) statements.next();
      },
      isWanted: (path) =>
        path.length === STATEMENT.length + 1 && isStatement(path) && WANTED.includes(path.at(-1) ?? ""),
      onElement: (element) => (element.name === "Ntry" ? statements.entry(element) : statements.part(element)),
      isDone: () => isLimitReached(reading),
    });
    statements.close();
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    reading.faults.push({ place: "file", field: error.message, code: "invalid" });
  }
  return bankFile(reading);
}

function statementReader(reading: ParseState, digests: Pick<Digests, "sha256">) {
  const occurrences = new Map<string, number>();
  let statement: OpenStatement = openStatement(1);
  let [isOpen, entries] = [false, 0];

  /** A reference for an entry without one: a hash of its content and of the number of equal entries before it. */
  const madeReference = (booked: CamtTransaction) => {
    const { bookedOn, amountCents, direction, label, counterpartyIban, counterpartyName } = booked;
    const fields = [statement.account, bookedOn, amountCents, direction, label, counterpartyIban, counterpartyName];
    const content = JSON.stringify(fields);
    const before = occurrences.get(content) ?? 0;
    occurrences.set(content, before + 1);
    return `camt-${digests.sha256(`${content} ${before}`).slice(0, HASH_LENGTH)}`;
  };

  const transactionOf = (booked: CamtTransaction): FileTransaction => {
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
    /** Starts the next statement. */
    next(): void {
      this.close();
      statement = openStatement(reading.statements.length + 1);
      isOpen = true;
    },
    /** Ends the current statement, if one is open. */
    close(): void {
      if (isOpen) reading.statements.push(statementRead(statement));
      isOpen = false;
    },
    part(element: Element): void {
      try {
        STATEMENT_PARTS[element.name]?.(statement, element);
      } catch (error) {
        reading.faults.push(statementError(statement, error));
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
        if (!(error instanceof CamtEntryError)) throw error;
        reading.faults.push({ place, field: error.field, code: error.code });
      }
    },
  };
}

/** Length of the hash in hexadecimal digits: 128 bits. */
const HASH_LENGTH = 32;
