import { type Day, parseDay } from "@cartulary/kernel";
import { type Cents, cents } from "@cartulary/ledger";
import type { BankFileMethod, FileFault, FileTransaction } from "../transaction.ts";
import { RETURN_SUB_FAMILIES } from "./returns.ts";
import { all, type Element, textAt } from "./xml.ts";

/** A transaction before it has the reference that it is known by. */
export interface Booked extends Omit<FileTransaction, "bankReference" | "formerReference" | "statement"> {
  /** The entry's own, with the place of a detail. */
  readonly reference: string | null;
  /** It undoes another one: a return, or a reversal by the bank. */
  readonly isReturn: boolean;
}

/** What is wrong with an entry. */
export class EntryFault extends Error {
  readonly field: string;
  readonly code: FileFault["code"];
  constructor(field: string, code: FileFault["code"]) {
    super(`${field} is ${code}`);
    [this.field, this.code] = [field, code];
  }
}

/** Code points of a label that anybody takes. */
const LABEL_MAX = 500;
const NAME_MAX = 255;
/** What stands where the payer gave no reference. */
const NOT_PROVIDED = "NOTPROVIDED";
/** A reference that our own transfers carry (rental.md §4). */
const PAYOUT = /^RV-?\d{4}-?\d{6,12}$/i;

/**
 * What an entry moved: `null` while it is not booked, nothing where it is of nothing; one transaction, or each of its
 * details where they say how much each is of and come to the entry. Throws {@link EntryFault}.
 */
export function entryTransactions(entry: Element, place: string): readonly Booked[] | null {
  const status = textAt(entry, "Sts", "Cd") ?? textAt(entry, "Sts");
  if (status === null) throw new EntryFault("Sts", "blank");
  if (status !== "BOOK") return null;
  const whole = wholeOf(entry, place);
  const details = all(entry, "NtryDtls", "TxDtls");
  if (whole.amountCents === 0) return [];
  const more = textAt(entry, "AddtlNtryInf");
  if (details.length < 2) return [withDetail(whole, details[0], more)];
  return splitOf(whole, details, { place, more }) ?? [withLabels(whole, details, more)];
}

/** What the entry itself says. */
function wholeOf(entry: Element, place: string): Booked {
  const amount = all(entry, "Amt")[0];
  if (!amount) throw new EntryFault("Amt", "blank");
  const direction = directionOf(textAt(entry, "CdtDbtInd"));
  if (!direction) throw new EntryFault("CdtDbtInd", "invalid");
  const [reference, words] = [textAt(entry, "AcctSvcrRef"), textAt(entry, "AddtlNtryInf")];
  return {
    place,
    ...{ reference, servicerReference: reference },
    bookedOn: bookedOn(entry),
    amountCents: euros(amount),
    direction,
    label: cut(words, LABEL_MAX),
    remittance: words ?? "",
    referenceTexts: words === null ? [] : [words],
    counterpartyName: null,
    counterpartyIban: null,
    method: methodOf(entry),
    payoutReference: null,
    endToEndId: null,
    isReturn: isTrue(textAt(entry, "RvslInd")) || RETURN_SUB_FAMILIES.has(subFamilyOf(entry)),
  };
}

/** The transactions of a batch; `null` where its details do not say what each is of. */
function splitOf(
  whole: Booked,
  details: readonly Element[],
  { place, more }: { readonly place: string; readonly more: string | null },
): readonly Booked[] | null {
  const parts = details.map((detail, index): Booked | null => {
    const amount = all(detail, "Amt")[0] ?? all(detail, "AmtDtls", "TxAmt", "Amt")[0];
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
  const sound = parts.filter((part) => part !== null);
  const signed = ({ direction, amountCents }: Booked) => (direction === "inbound" ? 1n : -1n) * BigInt(amountCents);
  const total = sound.reduce((sum, part) => sum + signed(part), 0n);
  if (sound.length < details.length || total !== signed(whole)) return null;
  return sound.filter(({ amountCents }) => amountCents > 0);
}

/** With what a detail says of it. */
function withDetail(booked: Booked, detail: Element | undefined, more: string | null): Booked {
  if (!detail) return booked;
  const isReturn = booked.isReturn || all(detail, "RtrInf").length > 0 || RETURN_SUB_FAMILIES.has(subFamilyOf(detail));
  const endToEndId = provided(textAt(detail, "Refs", "EndToEndId"));
  const servicerReference = booked.servicerReference ?? textAt(detail, "Refs", "AcctSvcrRef");
  const counterparty = counterpartyOf(detail, booked.direction, isReturn);
  const label = labelOf(detail, endToEndId) ?? booked.label;
  return {
    ...booked,
    ...counterparty,
    servicerReference,
    label: cut(label, LABEL_MAX),
    remittance: wordsOf([detail]) || booked.remittance,
    referenceTexts: referenceTextsOf([detail], more),
    method: isCaf(booked.direction, counterparty.counterpartyName) ? "caf" : booked.method,
    payoutReference: endToEndId !== null && PAYOUT.test(endToEndId) ? endToEndId : null,
    endToEndId,
    isReturn,
  };
}

/** A batch that stays one: its label names what its details name. */
function withLabels(whole: Booked, details: readonly Element[], more: string | null): Booked {
  const labels = details.map((detail) => labelOf(detail, provided(textAt(detail, "Refs", "EndToEndId"))));
  const label = labels.filter((each) => each !== null).join(" ");
  const isReturn = whole.isReturn || details.every((detail) => all(detail, "RtrInf").length > 0);
  return {
    ...{ ...whole, isReturn, label: cut(label || whole.label, LABEL_MAX) },
    remittance: wordsOf(details) || whole.remittance,
    referenceTexts: referenceTextsOf(details, more),
  };
}

/** Where references are looked for (money.md 1.7): the words, what they refer to, the payer's reference, the entry's words. */
function referenceTextsOf(details: readonly Element[], more: string | null): readonly string[] {
  const texts = [
    ...REFERENCES.map((path) => textsAt(details, ["RmtInf", ...path])),
    details.flatMap((detail) => provided(textAt(detail, "Refs", "EndToEndId")) ?? []).join(" "),
    more ?? "",
  ];
  return texts.filter((text) => text !== "");
}

const REFERENCES = [["Ustrd"], ["Strd", "CdtrRefInf", "Ref"], ["Strd", "RfrdDocInf", "Nb"]] as const;

/** What was written for the one who gets it, whole. */
const wordsOf = (details: readonly Element[]): string =>
  [...REFERENCES.map((path) => textsAt(details, ["RmtInf", ...path])), textsAt(details, ["AddtlTxInf"])]
    .filter((text) => text !== "")
    .join(" ");

const textsAt = (details: readonly Element[], path: readonly string[]): string =>
  details
    .flatMap((detail) => all(detail, ...path).map(({ text }) => text))
    .filter((text) => text !== "")
    .join(" ");

/** What was written for the one who gets it, and what it is referred to by. */
function labelOf(detail: Element, endToEndId: string | null): string | null {
  const written = all(detail, "RmtInf", "Ustrd").map(({ text }) => text);
  const references = all(detail, "RmtInf", "Strd", "CdtrRefInf", "Ref").map(({ text }) => text);
  const words = [...new Set([...written, ...references, endToEndId ?? ""])].filter((text) => text !== "");
  return words.join(" ") || textAt(detail, "AddtlTxInf");
}

/** Whoever paid, or was paid: of a return the parties are those of what comes back. */
function counterpartyOf(detail: Element, direction: Booked["direction"], isReturn: boolean) {
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
  all(detail, "RltdPties", side).length > 0 || all(detail, "RltdPties", `${side}Acct`).length > 0;

/** Family allowances pay to the landlord what the tenant owes less (rental.md 2.1). */
const isCaf = (direction: Booked["direction"], name: string | null): boolean =>
  direction === "inbound" && name !== null && /(?<!\p{L})C\.?A\.?F(?!\p{L})|allocations familiales/iu.test(name);

const subFamilyOf = (element: Element): string => textAt(element, "BkTxCd", "Domn", "Fmly", "SubFmlyCd") ?? "";

/** By the family of the bank's code, and by what a counter did. */
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
/** Digits before the point, and after it as many as the standard allows. */
const AMOUNT = /^(\d{1,13})(?:\.(\d{0,5}))?$/;

/** Whole cents. Throws {@link EntryFault}. */
export function euros({ text, attributes }: Element): Cents {
  if (attributes.Ccy !== EUROS) throw new EntryFault("Amt/Ccy", "inclusion");
  const [, whole, fraction = ""] = AMOUNT.exec(text) ?? [];
  if (whole === undefined || /[^0]/.test(fraction.slice(2))) throw new EntryFault("Amt", "invalid");
  return cents(Number(whole + fraction.slice(0, 2).padEnd(2, "0")));
}

/** The day of the entry, as the bank writes it: without a time zone, or in the bank's own. */
function bookedOn(entry: Element): Day {
  const days = ["BookgDt", "ValDt"].flatMap((name) => [textAt(entry, name, "Dt"), textAt(entry, name, "DtTm")]);
  const written = days.find((day) => day !== null);
  if (!written) throw new EntryFault("BookgDt", "blank");
  const day = parseDay(written.slice(0, "2026-01-01".length));
  if (!day) throw new EntryFault("BookgDt", "invalid");
  return day;
}

const directionOf = (indicator: string | null): Booked["direction"] | null =>
  indicator === "CRDT" ? "inbound" : indicator === "DBIT" ? "outbound" : null;

const provided = (reference: string | null): string | null => (reference === NOT_PROVIDED ? null : reference);

const isTrue = (text: string | null): boolean => text === "true" || text === "1";

/** On one line, and no longer. */
function cut(text: string | null, codePoints: number): string | null {
  const line = (text ?? "").replace(/\s+/g, " ").trim();
  return line === "" ? null : [...line.slice(0, 2 * codePoints)].slice(0, codePoints).join("").trim();
}
