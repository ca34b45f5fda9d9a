import { createHash } from "node:crypto";
import { readBankFile } from "@cartulary/bank-files";
import type { Caller } from "@cartulary/kernel";
import type { FileIngestion } from "@cartulary/rental/money";
import type { House } from "./application-fixture.ts";
import type { Agent } from "./worked-example.ts";

/** The account of the mandants' funds, in files and of the mandataire. */
export const IBAN = "FR7630004000010008200000187";

/** An entry of a statement: what an agency's bank writes, in the few words that a test needs. */
export interface EntryWritten {
  readonly amount: number;
  readonly on: string;
  /** AcctSvcrRef. */
  readonly bank?: string;
  /** EndToEndId. */
  readonly payer?: string;
  readonly words?: string;
  /** Family and sub-family of the bank's code. */
  readonly code?: readonly [string, string];
  readonly isReversal?: boolean;
  readonly isReturn?: boolean;
  /** Two details or more, each of so much: below zero as the entry is. */
  readonly details?: readonly number[];
}

/** A statement: cents, below zero where the account is overdrawn. */
export interface StatementWritten {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** `null` of one without balances. */
  readonly opening: number | null;
  /** The sum of the opening balance and the entries by default. */
  readonly closing?: number;
  readonly iban?: string;
  readonly entries: readonly EntryWritten[];
}

/** A CAMT.053 of statements. */
export function camtOf(statements: readonly StatementWritten[], version = "02"): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>${statements.map(statementText).join("")}</BkToCstmrStmt></Document>`;
}

function statementText({ id, from, to, opening, closing, iban = IBAN, entries }: StatementWritten): string {
  const end = closing ?? entries.reduce((sum, { amount }) => sum + amount, opening ?? 0);
  const balances = opening === null ? "" : balance("OPBD", opening, from) + balance("CLBD", end, to);
  return `<Stmt><Id>${id}</Id><CreDtTm>${to}T20:00:00</CreDtTm><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${balances}${entries.map(entryText).join("")}</Stmt>`;
}

const balance = (kind: string, cents: number, day: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp>${amountText(cents)}<Dt><Dt>${day}</Dt></Dt></Bal>`;

const amountText = (cents: number): string =>
  `<Amt Ccy="EUR">${(Math.abs(cents) / 100).toFixed(2)}</Amt><CdtDbtInd>${cents < 0 ? "DBIT" : "CRDT"}</CdtDbtInd>`;

function entryText({ amount, on, bank, payer, words, code = ["RCDT", "ESCT"], ...more }: EntryWritten): string {
  const [family, sub] = code;
  const own = (cents?: number) =>
    `<TxDtls><Refs>${bank && cents !== undefined ? `<AcctSvcrRef>${bank}</AcctSvcrRef>` : ""}${payer ? `<EndToEndId>${payer}</EndToEndId>` : ""}</Refs>${cents === undefined ? "" : `<Amt Ccy="EUR">${(Math.abs(cents) / 100).toFixed(2)}</Amt>`}${words ? `<RmtInf><Ustrd>${words}</Ustrd></RmtInf>` : ""}${more.isReturn ? "<RtrInf><Rsn><Cd>AM04</Cd></Rsn></RtrInf>" : ""}</TxDtls>`;
  const details = more.details?.map(own) ?? [own()];
  return `<Ntry>${amountText(amount)}${more.isReversal ? "<RvslInd>true</RvslInd>" : ""}<Sts>BOOK</Sts><BookgDt><Dt>${on}</Dt></BookgDt>${bank ? `<AcctSvcrRef>${bank}</AcctSvcrRef>` : ""}<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${sub}</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls>${details.join("")}</NtryDtls></Ntry>`;
}

/** Imports a bank file, as the command does. Errors of the file itself are thrown. */
export async function taken(
  house: House,
  { id }: Pick<Agent, "id">,
  text: string | Uint8Array,
): Promise<FileIngestion> {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const file = readBankFile(bytes, { sha256 });
  if (file.errors.length > 0) throw new Error(file.errors.map(({ place, field }) => `${place}: ${field}`).join("\n"));
  const caller = { userId: house.admin.id, role: "super_admin", scopes: ["write"], groupIds: [] } as unknown as Caller;
  return house.paymentIngestion(id as never).ingestFile(caller, file);
}

const sha256 = (content: Uint8Array | string): string => createHash("sha256").update(content).digest("hex");
