import type { Day, Job } from "@cartulary/kernel";
import type { MandataireId } from "@cartulary/rental/agency";
import type { BankTransactionInput } from "@cartulary/rental/money";
import { tokens } from "@cartulary/server";
import type { AgencyGround, TableRows } from "./agency-ground.ts";
import { code, fillLet, linesOf } from "./billing-ground.ts";

/** An agency whose tenants were called a month, and the bank's account of what they paid. */
export interface MoneyGround {
  readonly mandataireId: MandataireId;
  /** A file of the bank, day by day. */
  readonly file: readonly BankTransactionInput[];
}

/** Leases of one rent: so many calls of one amount. */
const ALIKE = 100;
const MONTH = "2026-03";
/** Days of the bank, each with its receipts and then its returns; on the last one owners are paid. */
const DAYS = 20;
/** The share of receipts that return within days. */
const REJECTED = 0.02;
/** Owners who are paid: one a house. */
const OWNERS = 100;

/** An agency called for a month, and a file of so many transactions of everything that happens. */
export async function moneyGround(ground: AgencyGround, transactions: number): Promise<MoneyGround> {
  const leases = Math.round((transactions - OWNERS) / (1 + REJECTED));
  const mandataireId = await fillLet(ground, leases, peopleOf(leases));
  await called(ground, mandataireId);
  const file = await fileOf(ground, mandataireId, { leases, rejections: transactions - OWNERS - leases });
  return { mandataireId, file };
}

/** Every tenant has an account, every lease a number of the family fund; rents are a hundred different ones. */
const peopleOf = (leases: number) => ({
  owners: Array.from({ length: OWNERS }, (_, at) =>
    JSON.stringify({
      ...{ first_name: `O${at}`, accounting_code: code("PRO", at) },
      bank_accounts: [{ label: "principal", iban: ibanOf(1_000_000 + at), is_default: true }],
    }),
  ).join("\n"),
  tenants: Array.from({ length: leases }, (_, at) =>
    JSON.stringify({
      ...{ last_name: nameOf(at), accounting_code: code("LOC", at) },
      bank_accounts: [{ label: "principal", iban: ibanOf(at) }],
    }),
  ).join("\n"),
  leases: linesOf(
    [
      "reference,lease_type,start_date,signature_date,status,tenant,units,base_rent_cents,charge_provision_cents",
      "caf_allocataire_number",
    ].join(),
    leases,
    (at) =>
      `B-${at},parking,2024-01-01,2023-12-15,active,${code("LOC", at)},U${at},${rentOf(at)},5000,${cafNumberOf(at)}`,
  ),
});

const LETTERS = "ABCDEFGHIJ";
/** A name of letters alone, as banks write them. */
const nameOf = (at: number): string => `Martin${[...String(at)].map((digit) => LETTERS[Number(digit)]).join("")}`;
const cafNumberOf = (at: number): string => `${7_000_000 + at}`;
const rentOf = (at: number): number => 60_000 + (at % ALIKE) * 100;

/** An IBAN of France with its check digits. */
function ibanOf(at: number): string {
  const account = String(at).padStart(23, "0");
  const check = 98n - (BigInt(`${account}152700`) % 97n);
  return `FR${String(check).padStart(2, "0")}${account}`;
}

async function called({ container, administrator }: AgencyGround, mandataireId: MandataireId): Promise<void> {
  const agency = await container.getAsync(tokens.agency);
  const [runs, application] = [agency.billingRuns(mandataireId), agency.runApplication(mandataireId)];
  const { id } = await runs.create(administrator, { periodStart: `${MONTH}-01` as Day });
  const compute = agency.jobs.find(({ queue }) => queue === "rental/compute_run");
  const job = { payload: { mandataireId, runId: id }, attempt: 1, attemptsMax: 1 } as unknown as Job;
  await compute?.handle(job, { aborted: false });
  await runs.validate(administrator, { id, isForced: true });
  await application.apply(administrator, id);
}

/** Of a hundred transactions, so many of each kind; the rest has no recognisable sender. */
const REFERENCED = 40;
const OF_ACCOUNTS = 65;
const OF_FAMILY_FUND = 80;
const OF_NAMES = 92;

async function fileOf(
  ground: AgencyGround,
  mandataireId: MandataireId,
  { leases, rejections }: { readonly leases: number; readonly rejections: number },
): Promise<readonly BankTransactionInput[]> {
  const own = `mandataire_id = '${mandataireId}'`;
  const calls = await ground.rows(`select reference, lease_reference, total_amount_cents from rent_calls where ${own}`);
  const payouts = await ground.rows(
    `select reference, amount_cents from owner_payouts where ${own} order by reference`,
  );
  const byLease = new Map(calls.map((call) => [call.lease_reference, call]));
  const receipts = Array.from({ length: leases }, (_, at) => {
    const { reference, total_amount_cents: cents } = byLease.get(`B-${at}`) ?? {};
    return receiptOf(at, { day: dayOf(at, leases), reference: String(reference), cents: Number(cents) });
  });
  const paidOut = payouts.map(
    ({ reference, amount_cents: cents }, at): BankTransactionInput => ({
      ...transaction(`P-${at}`, DAYS, Number(cents)),
      ...{ direction: "outbound", label: `VIR SEPA ${reference}` },
    }),
  );
  // Of the same houses, whose owners cannot be paid then; nor can those of unrecognised tenants.
  const returned = receipts.filter((_, at) => at % 100 >= OF_FAMILY_FUND && at % 100 < OF_NAMES).slice(0, rejections);
  const rejected = returned.map(
    ({ bankReference = "", bookedOn, amountCents }, at): BankTransactionInput => ({
      ...transaction(`J-${at}`, Math.min(DAYS, Number(bookedOn?.slice(-2)) + 2), Number(amountCents)),
      ...{ direction: "outbound", label: "REJET", method: "rejection", reverses: bankReference },
    }),
  );
  return [...receipts, ...paidOut, ...rejected].toSorted((one, other) =>
    one.bookedOn === other.bookedOn ? 0 : String(one.bookedOn) < String(other.bookedOn) ? -1 : 1,
  );
}

const dayOf = (at: number, leases: number): number => 1 + Math.floor((at * DAYS) / leases);

const transaction = (bankReference: string, day: number, cents: number) => {
  const bookedOn = `${MONTH}-${String(day).padStart(2, "0")}` as Day;
  return { bankReference, bookedOn, amountCents: cents as never, currency: "EUR" } as const;
};

/** A tenant's payment, with one of the texts that banks use. */
function receiptOf(
  at: number,
  { day, reference, cents }: { readonly day: number; readonly reference: string; readonly cents: number },
): BankTransactionInput {
  const inbound = { ...transaction(`B-${at}`, day, cents), direction: "inbound", method: "bank_transfer" } as const;
  const kind = at % 100;
  if (kind < REFERENCED) return { ...inbound, label: `VIR LOYER ${reference}`, counterpartyName: nameOf(at) };
  if (kind < OF_ACCOUNTS) return { ...inbound, label: "VIREMENT LOYER", counterpartyIban: ibanOf(at) };
  if (kind < OF_FAMILY_FUND) return { ...inbound, label: `CAF ALLOC ${cafNumberOf(at)} MARS`, method: "caf" };
  if (kind < OF_NAMES) return { ...inbound, label: "LOYER MARS", counterpartyName: `M. ${nameOf(at).toUpperCase()}` };
  return { ...inbound, label: "DIVERS", counterpartyName: "INCONNU" };
}

/**
 * The rows that a bank file adds, without changed ones: tables and the ids by which new rows are recognized, in an
 * order that references and triggers allow for inserts.
 */
const LEFT = {
  ledger_sources: "entry_id",
  ledger_lines: "entry_id",
  ledger_entries: "id",
  bank_transactions: "id",
  payments: "id",
  payment_allocations: "id",
  collected_parts: "id",
} as const;
const TABLES = Object.keys(LEFT) as readonly (keyof typeof LEFT)[];

/** The last ids of the tables that {@link rowsSince} looks into: ids ascend. */
type LastIds = Readonly<Record<keyof typeof LEFT, string>>;

export async function lastIds(ground: AgencyGround, mandataireId: MandataireId): Promise<LastIds> {
  const last: Partial<Record<keyof typeof LEFT, string>> = {};
  for (const table of TABLES) {
    const id = LEFT[table];
    const [row] = await ground.rows(
      `select ${id} as id from ${table} where ${whose(table)} = '${mandataireId}' order by ${id} desc limit 1`,
    );
    last[table] = String(row?.id ?? "00000000-0000-0000-0000-000000000000");
  }
  return last as LastIds;
}

/** The rows that came since; the lines of an entry together. */
export async function rowsSince(ground: AgencyGround, mandataireId: MandataireId, last: LastIds): Promise<TableRows> {
  const found: TableRows[number][] = [];
  for (const table of TABLES) {
    const id = LEFT[table];
    const order = table === "ledger_lines" ? `${id}, line_number` : id;
    found.push([
      table,
      await ground.rows(
        `select * from ${table} where ${whose(table)} = '${mandataireId}' and ${id} > '${last[table]}' order by ${order}`,
      ),
    ]);
  }
  return found;
}

const whose = (table: string): string => (table.startsWith("ledger_") ? "book_id" : "mandataire_id");
