import { type Day, parseDay } from "@cartulary/kernel";
import { type Cents, cents } from "@cartulary/ledger";
import type { BankFileError, BankFileMethod, FileTransaction } from "../transaction.ts";
import { RETURN_SUB_FAMILIES } from "./returns.ts";
import { type Element, elementsAt, textAt } from "./xml.ts";

/** A transaction before its bank reference is chosen. */
export interface CamtTransaction extends Omit<FileTransaction, "bankReference" | "formerReference" | "statement"> {
  /** The reference of the entry, with the number of the detail if the entry was split. */
  readonly reference: string | null;
  /** True for a return, and for a reversal by the bank. */
  readonly isReturn: boolean;
}

/** An invalid field of an entry. */
export class CamtEntryError extends Error {
  readonly field: string;
  readonly code: BankFileError["code"];
  constructor(field: string, code: BankFileError["code"]) {
    super(`${field} is ${code}`);
    [this.field, this.code] = [field, code];
  }
}

/** Maximum length of a label, in code points. */
const LABEL_MAX = 500;
const NAME_MAX = 255;
/** The end-to-end id that banks write if the payer gave no reference. */
const NOT_PROVIDED = "NOTPROVIDED";
/** The reference format of our own transfers (rental.md §4). */
const PAYOUT = /^RV-?\d{4}-?\d{6,12}$/i;

/**
 * Returns the transactions of an entry: `null` if it is not booked, none if its amount is zero. Splits it into its
 * details if each has an amount and they add up to the entry's. Throws {@link CamtEntryError}.
 */
export function entryTransactions(entry: Element, place: string): readonly CamtTransaction[] | null {
  const status = textAt(entry, "Sts", "Cd") ?? textAt(entry, "Sts");
  if (status === null) throw new CamtEntryError("Sts", "blank");
  if (status !== "BOOK") return null;
  const whole = wholeOf(entry, place);
  const details = elementsAt(entry, "NtryDtls", "TxDtls");
  if (whole.amountCents === 0) return [];
  const more = textAt(entry, "AddtlNtryInf");
  if (details.length < 2) return [withDetail(whole, details[0], more)];
  return splitOf(whole, details, { place, more }) ?? [withLabels(whole, details, more)];
}

/** Reads the fields of the entry itself, without its details. */
function wholeOf(entry: Element, place: string): CamtTransaction {
  const amount = elementsAt(entry, "Amt")[0];
  if (!amount) throw new CamtEntryError("Amt", "blank");
  const direction = directionOf(textAt(entry, "CdtDbtInd"));
  if (!direction) throw new CamtEntryError("CdtDbtInd", "invalid");
  const [reference, additional] = [textAt(entry, "AcctSvcrRef"), textAt(entry, "AddtlNtryInf")];
  return {
    place,
    ...{ reference, servicerReference: reference },
    bookedOn: bookedOn(entry),
    amountCents: euros(amount),
    direction,
    label: cut(additional, LABEL_MAX),
    remittance: additional ?? "",
    referenceTexts: additional === null ? [] : [additional],
    counterpartyName: null,
    counterpartyIban: null,
    method: methodOf(entry),
    payoutReference: null,
    endToEndId: null,
    isReturn: isTrue(textAt(entry, "RvslInd")) || RETURN_SUB_FAMILIES.has(subFamilyOf(entry)),
  };
}

/** Splits a batch by its details; `null` if an amount is missing or the total differs from the entry's. */
function splitOf(
  whole: CamtTransaction,
  details: readonly Element[],
  { place, more }: { readonly place: string; readonly more: string | null },
): readonly CamtTransaction[] | null {
  const parts = details.map((detail, index): CamtTransaction | null => {
    const amount = elementsAt(detail, "Amt")[0] ?? elementsAt(detail, "AmtDtls", "TxAmt", "Amt")[0];
    if (!amount || amount.attributes.Ccy !== EUROS || !AMOUNT.test(amount.text)) return null;
    const own = textAt(detail, "Refs", "AcctSvcrRef");
    const ordinal = index + 1;
    const isOwn = own !== null && own !== whole.reference;
    const part = {
      ...whole,
      place: `${place}, transaction ${ordinal}`,
      reference: isOwn ? own : whole.reference && `${whole.reference}/${ordinal}`,
      servicerReference: own ?? whole.servicerReference,
      amountCents: euros(amount),
      direction: directionOf(textAt(detail, "CdtDbtInd")) ?? whole.direction,
    };
    return withDetail(part, detail, more);
  });
  const complete = parts.filter((part) => part !== null);
  const signed = ({ direction, amountCents }: CamtTransaction) =>
    (direction === "inbound" ? 1n : -1n) * BigInt(amountCents);
  const total = complete.reduce((sum, part) => sum + signed(part), 0n);
  if (complete.length < details.length || total !== signed(whole)) return null;
  return complete.filter(({ amountCents }) => amountCents > 0);
}

/** Adds the fields of a detail to a transaction. */
function withDetail(booked: CamtTransaction, detail: Element | undefined, more: string | null): CamtTransaction {
  if (!detail) return booked;
  const isReturn =
    booked.isReturn || elementsAt(detail, "RtrInf").length > 0 || RETURN_SUB_FAMILIES.has(subFamilyOf(detail));
  const endToEndId = provided(textAt(detail, "Refs", "EndToEndId"));
  const servicerReference = booked.servicerReference ?? textAt(detail, "Refs", "AcctSvcrRef");
  const counterparty = counterpartyOf(detail, booked.direction, isReturn);
  const label = labelOf(detail, endToEndId) ?? booked.label;
  return {
    ...booked,
    ...counterparty,
    servicerReference,
    label: cut(label, LABEL_MAX),
    remittance: remittanceOf([detail]) || booked.remittance,
    referenceTexts: referenceTextsOf([detail], more),
    method: isCaf(booked.direction, counterparty.counterpartyName) ? "caf" : booked.method,
    payoutReference: endToEndId !== null && PAYOUT.test(endToEndId) ? endToEndId : null,
    endToEndId,
    isReturn,
  };
}

/** Keeps a batch as one transaction whose label joins the labels of its details. */
function withLabels(whole: CamtTransaction, details: readonly Element[], more: string | null): CamtTransaction {
  const labels = details.map((detail) => labelOf(detail, provided(textAt(detail, "Refs", "EndToEndId"))));
  const label = labels.filter((each) => each !== null).join(" ");
  const isReturn = whole.isReturn || details.every((detail) => elementsAt(detail, "RtrInf").length > 0);
  return {
    ...{ ...whole, isReturn, label: cut(label || whole.label, LABEL_MAX) },
    remittance: remittanceOf(details) || whole.remittance,
    referenceTexts: referenceTextsOf(details, more),
  };
}

/** The texts that are searched for references (money.md 1.7), in order of precedence. */
function referenceTextsOf(details: readonly Element[], more: string | null): readonly string[] {
  const texts = [
    ...REFERENCES.map((path) => textsAt(details, ["RmtInf", ...path])),
    details.flatMap((detail) => provided(textAt(detail, "Refs", "EndToEndId")) ?? []).join(" "),
    more ?? "",
  ];
  return texts.filter((text) => text !== "");
}

const REFERENCES = [["Ustrd"], ["Strd", "CdtrRefInf", "Ref"], ["Strd", "RfrdDocInf", "Nb"]] as const;

/** Returns the whole remittance text of the details. */
const remittanceOf = (details: readonly Element[]): string =>
  [...REFERENCES.map((path) => textsAt(details, ["RmtInf", ...path])), textsAt(details, ["AddtlTxInf"])]
    .filter((text) => text !== "")
    .join(" ");

const textsAt = (details: readonly Element[], path: readonly string[]): string =>
  details
    .flatMap((detail) => elementsAt(detail, ...path).map(({ text }) => text))
    .filter((text) => text !== "")
    .join(" ");

/** Returns the remittance text and the references of a detail, without repetitions. */
function labelOf(detail: Element, endToEndId: string | null): string | null {
  const written = elementsAt(detail, "RmtInf", "Ustrd").map(({ text }) => text);
  const references = elementsAt(detail, "RmtInf", "Strd", "CdtrRefInf", "Ref").map(({ text }) => text);
  const words = [...new Set([...written, ...references, endToEndId ?? ""])].filter((text) => text !== "");
  return words.join(" ") || textAt(detail, "AddtlTxInf");
}

/** Returns the other party. On a return, debtor and creditor are those of the original payment. */
function counterpartyOf(detail: Element, direction: CamtTransaction["direction"], isReturn: boolean) {
  const isPayer = (direction === "inbound") !== isReturn;
  const sides = isPayer ? ["Dbtr", "Cdtr"] : ["Cdtr", "Dbtr"];
  const [side = ""] = sides.filter((each) => hasParty(detail, each));
  const name = textAt(detail, "RltdPties", side, "Nm") ?? textAt(detail, "RltdPties", side, "Pty", "Nm");
  return {
    counterpartyName: cut(name, NAME_MAX),
    counterpartyIban: textAt(detail, "RltdPties", `${side}Acct`, "Id", "IBAN"),
  };
}

const hasParty = (detail: Element, side: string): boolean =>
  elementsAt(detail, "RltdPties", side).length > 0 || elementsAt(detail, "RltdPties", `${side}Acct`).length > 0;

/** Family allowances (CAF) pay the landlord a part of the tenant's rent (rental.md 2.1). */
const isCaf = (direction: CamtTransaction["direction"], name: string | null): boolean =>
  direction === "inbound" && name !== null && /(?<!\p{L})C\.?A\.?F(?!\p{L})|allocations familiales/iu.test(name);

const subFamilyOf = (element: Element): string => textAt(element, "BkTxCd", "Domn", "Fmly", "SubFmlyCd") ?? "";

/** Derives the payment method from the family of the bank transaction code, and cash from its sub-family. */
function methodOf(entry: Element): BankFileMethod {
  const family = textAt(entry, "BkTxCd", "Domn", "Fmly", "Cd") ?? "";
  if (family === "CNTR" && ["CDPT", "CWDL"].includes(subFamilyOf(entry))) return "cash";
  return family === "" ? "bank_transfer" : (METHODS[family] ?? "other");
}

const METHODS: Readonly<Record<string, BankFileMethod>> = {
  ...{ RCDT: "bank_transfer", ICDT: "bank_transfer", RRCT: "bank_transfer", IRCT: "bank_transfer" },
  ...{ RDDT: "direct_debit", IDDT: "direct_debit" },
  ...{ RCHQ: "check", ICHQ: "check" },
  ...{ CCRD: "card", MCRD: "card" },
};

const EUROS = "EUR";
/** ISO 20022 amounts: up to 13 digits before the decimal point and up to 5 after it. */
const AMOUNT = /^(\d{1,13})(?:\.(\d{0,5}))?$/;

/** Converts an amount in euros to whole cents. Throws {@link CamtEntryError}. */
export function euros({ text, attributes }: Element): Cents {
  if (attributes.Ccy !== EUROS) throw new CamtEntryError("Amt/Ccy", "inclusion");
  const [, whole, fraction = ""] = AMOUNT.exec(text) ?? [];
  if (whole === undefined || /[^0]/.test(fraction.slice(2))) throw new CamtEntryError("Amt", "invalid");
  return cents(Number(whole + fraction.slice(0, 2).padEnd(2, "0")));
}

/** Reads the booking date, otherwise the value date, as written by the bank: the time zone is ignored. */
function bookedOn(entry: Element): Day {
  const days = ["BookgDt", "ValDt"].flatMap((name) => [textAt(entry, name, "Dt"), textAt(entry, name, "DtTm")]);
  const written = days.find((day) => day !== null);
  if (!written) throw new CamtEntryError("BookgDt", "blank");
  const day = parseDay(written.slice(0, "2026-01-01".length));
  if (!day) throw new CamtEntryError("BookgDt", "invalid");
  return day;
}

const directionOf = (indicator: string | null): CamtTransaction["direction"] | null =>
  indicator === "CRDT" ? "inbound" : indicator === "DBIT" ? "outbound" : null;

const provided = (reference: string | null): string | null => (reference === NOT_PROVIDED ? null : reference);

const isTrue = (text: string | null): boolean => text === "true" || text === "1";

/** Collapses whitespace and truncates to `codePoints`; `null` for an empty text. */
function cut(text: string | null, codePoints: number): string | null {
  const line = (text ?? "").replace(/\s+/g, " ").trim();
  return line === "" ? null : [...line.slice(0, 2 * codePoints)].slice(0, codePoints).join("").trim();
}
