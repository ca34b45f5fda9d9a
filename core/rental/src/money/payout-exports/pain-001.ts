import type { Day } from "@cartulary/kernel";
import { type Cents, decimal, sum } from "@cartulary/ledger";
import type { CreditTransfer, CreditTransfers, Party } from "./credit-transfer.ts";
import { sepaText } from "./sepa-text.ts";

const NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09";

/** Characters of a name and of the remittance information (EPC132-08). */
const [NAME_MAX, REMITTANCE_MAX] = [70, 140];

/** Characters of the message id in a payment id: with the day they make the 35 that its element allows. */
const MESSAGE_ID_IN_PAYMENT = 26;

/**
 * Returns the order as ISO 20022 pain.001.001.09, within the SEPA Credit Transfer rules for customers (EPC132-08): one
 * payment per day of execution, earliest first. Each transfer is booked singly, so that the statement shows each
 * reference. Addresses are left out, since the rules require structured ones.
 */
export function pain001({ messageId, createdAt, debtor, transfers }: CreditTransfers): string {
  const header = [
    tag("MsgId", messageId),
    tag("CreDtTm", createdAt),
    ...totalsOf(transfers),
    tag("InitgPty", tag("Nm", nameOf(debtor))),
  ];
  const byDay = [...Map.groupBy(transfers, ({ executeOn }) => executeOn)];
  const payments = byDay
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([executeOn, ofDay]) => paymentOf(executeOn, ofDay, { messageId, debtor }));
  const order = tag("CstmrCdtTrfInitn", tag("GrpHdr", header.join("")), ...payments);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}">${order}</Document>\n`;
}

const totalsOf = (transfers: readonly CreditTransfer[]): readonly string[] => [
  tag("NbOfTxs", String(transfers.length)),
  tag("CtrlSum", decimal(sum(transfers.map(({ amountCents }) => amountCents)))),
];

function paymentOf(
  executeOn: Day,
  transfers: readonly CreditTransfer[],
  { messageId, debtor }: Pick<CreditTransfers, "messageId" | "debtor">,
): string {
  return tag(
    "PmtInf",
    tag("PmtInfId", `${messageId.slice(0, MESSAGE_ID_IN_PAYMENT)}-${executeOn.replaceAll("-", "")}`),
    tag("PmtMtd", "TRF"),
    tag("BtchBookg", "false"),
    ...totalsOf(transfers),
    tag("PmtTpInf", tag("SvcLvl", tag("Cd", "SEPA"))),
    tag("ReqdExctnDt", tag("Dt", executeOn)),
    tag("Dbtr", tag("Nm", nameOf(debtor))),
    tag("DbtrAcct", accountOf(debtor)),
    tag("DbtrAgt", tag("FinInstnId", bankOf(debtor))),
    tag("ChrgBr", "SLEV"),
    ...transfers.map(transferOf),
  );
}

function transferOf({ endToEndId, amountCents, creditor }: CreditTransfer): string {
  return tag(
    "CdtTrfTxInf",
    tag("PmtId", tag("EndToEndId", endToEndId)),
    tag("Amt", euros(amountCents)),
    ...(creditor.bic === null ? [] : [tag("CdtrAgt", tag("FinInstnId", tag("BICFI", creditor.bic)))]),
    tag("Cdtr", tag("Nm", nameOf(creditor))),
    tag("CdtrAcct", accountOf(creditor)),
    tag("RmtInf", tag("Ustrd", sepaText(`Reversement ${endToEndId}`, REMITTANCE_MAX))),
  );
}

const euros = (amount: Cents): string => `<InstdAmt Ccy="EUR">${decimal(amount)}</InstdAmt>`;

const accountOf = ({ iban }: Party): string => tag("Id", tag("IBAN", iban));

/** The placeholder of mandatory data that are unknown. */
const UNKNOWN = "NOTPROVIDED";

/** The debtor's bank is mandatory, but may be marked as unknown, since the IBAN identifies it. */
const bankOf = ({ bic }: Party): string => (bic === null ? tag("Othr", tag("Id", UNKNOWN)) : tag("BICFI", bic));

const nameOf = ({ name }: Party): string => sepaText(name, NAME_MAX) || UNKNOWN;

/** Returns an element. Contents need no escaping: of the SEPA characters only the apostrophe is special in XML. */
const tag = (name: string, ...content: readonly string[]): string => `<${name}>${content.join("")}</${name}>`;
