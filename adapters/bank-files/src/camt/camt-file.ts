import type { Digests } from "@cartulary/kernel";
import { bankFile, isEnough, type Reading } from "../faults.ts";
import { claimReference, type References } from "../references.ts";
import type { BankFile, FileTransaction } from "../transaction.ts";
import { type Booked, EntryFault, entryTransactions } from "./entry.ts";
import { type Element, readXml, textAt, XmlFault } from "./xml.ts";

/** The namespace of a statement of the versions in use. Their differences are few: both forms of each field are read. */
const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(0[2-9]|1\d)$/;
const STATEMENT = ["Document", "BkToCstmrStmt", "Stmt"];
/** Below a statement: whose account it is, and what was entered on it. */
const WANTED = ["Acct", "Ntry"];

/** The booked transactions of a CAMT.053 file. */
export function readCamt(text: string, digests: Pick<Digests, "sha256">): BankFile {
  const reading: Reading = { transactions: [], faults: [] };
  const entries = entryReader(reading, digests);
  try {
    readXml(text, {
      root(name, namespace) {
        if (name !== "Document" || !NAMESPACE.test(namespace)) throw new XmlFault("this is no CAMT.053");
      },
      isWanted: (path) =>
        path.length === STATEMENT.length + 1 &&
        STATEMENT.every((name, depth) => path[depth] === name) &&
        WANTED.includes(path.at(-1) ?? ""),
      found: (element) => (element.name === "Acct" ? entries.account(element) : entries.entry(element)),
      isDone: () => isEnough(reading),
    });
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    reading.faults.push({ place: "file", field: error.message, code: "invalid" });
  }
  return bankFile(reading);
}

function entryReader(reading: Reading, digests: Pick<Digests, "sha256">) {
  const references: References = new Map();
  const executed = new Map<string, Booked & { readonly bankReference: string }>();
  const alike = new Map<string, number>();
  let [account, count]: [string, number] = ["", 0];

  /** What the bank calls it; else a hash of what it is, and of how many alike there were before. */
  const referenceOf = ({
    reference,
    bookedOn,
    amountCents,
    direction,
    label,
    counterpartyIban,
    counterpartyName,
  }: Booked) => {
    if (reference !== null) return reference;
    const content = JSON.stringify([
      account,
      bookedOn,
      amountCents,
      direction,
      label,
      counterpartyIban,
      counterpartyName,
    ]);
    const before = alike.get(content) ?? 0;
    alike.set(content, before + 1);
    return `camt-${digests.sha256(`${content} ${before}`).slice(0, HASH_LENGTH)}`;
  };

  const transactionOf = (booked: Booked): FileTransaction => {
    const { reference: _, endToEndId, isReturn, ...rest } = booked;
    const bankReference = referenceOf(booked);
    const first = endToEndId === null ? undefined : executed.get(endToEndId);
    const isOf = first && first.direction !== booked.direction && first.amountCents === booked.amountCents;
    if (endToEndId !== null && !isReturn) executed.set(endToEndId, { ...booked, bankReference });
    return {
      ...rest,
      bankReference,
      method: isReturn ? "rejection" : rest.method,
      reverses: isReturn && isOf ? first.bankReference : null,
    };
  };

  return {
    account(element: Element): void {
      account = textAt(element, "Id", "IBAN") ?? textAt(element, "Id", "Othr", "Id") ?? "";
    },
    entry(element: Element): void {
      count += 1;
      const place = `entry ${count}`;
      try {
        for (const booked of entryTransactions(element, place))
          claimReference(transactionOf(booked), "AcctSvcrRef", reading, references);
      } catch (error) {
        if (!(error instanceof EntryFault)) throw error;
        reading.faults.push({ place, field: error.field, code: error.code });
      }
    },
  };
}

/** Hexadecimal digits: 128 bits. */
const HASH_LENGTH = 32;
