import {
  appendAll,
  type Caller,
  type Clock,
  orNotFound,
  type Transact,
  type TransactFor,
  unprocessable,
} from "@cartulary/kernel";
import { type AccountRange, type AccountStatement, accountStatement, negate, statementPage } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { Letter } from "../../agency/printing/letter.ts";
import { type PrintDependencies, type PrintedDocument, printLetter } from "../../agency/printing/print-letter.ts";
import { ACCOUNTS } from "../chart-of-accounts.ts";
import type { AccountingStores } from "../ports.ts";
import {
  type OwnerStatement,
  ownerStatement,
  type StatementLine,
  type StatementQuery,
  statementLines,
} from "./owner-statement.ts";
import { type AmountKind, type StatementSections, statementSections } from "./sections.ts";
import { statementLetter } from "./statement-letter.ts";

/** Statements of one mandataire's owners. The caller of this service has checked that the user is a member. */
export interface OwnerStatements {
  /** Throws 404 for an unknown owner. */
  read(caller: Caller, query: StatementQuery): Promise<ReadStatement>;
  /** Returns the letter of a statement, for a job. Throws like {@link read} and {@link ReadStatement.printed}. */
  letter(query: StatementQuery): Promise<Letter>;
}

/** A statement whose lines are streamed. They can be read once. */
export interface ReadStatement {
  readonly statement: OwnerStatement;
  readonly sections: StatementSections;
  /** Pages of lines. Entries posted after the statement was read are left out. */
  readonly pages: AsyncIterable<readonly StatementLine[]>;
  /**
   * Prints the statement for the owner; consumes `pages`. Throws 422 `statement_too_long` beyond {@link
   * PRINTED_LINES_MAX} lines.
   */
  printed(): Promise<PrintedDocument>;
}

/** Lines of the longest printed statement: about sixty pages, which take half of the compiler's memory limit. */
const PRINTED_LINES_MAX = 2000;

interface Dependencies<Stores> extends PrintDependencies {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly clock: Clock;
  readonly amountKind: AmountKind;
}

/** Creates statements over a database. */
export function createOwnerStatements<Stores extends AccountingStores>({
  transactFor,
  clock,
  amountKind,
  ...printing
}: Dependencies<Stores>): (mandataireId: MandataireId) => OwnerStatements {
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    const read = async (query: StatementQuery): Promise<ReadStatement & { letter(): Promise<Letter> }> => {
      const { owner, agency, account, balances, activity } = await transact.read((stores) =>
        begin(stores, mandataireId, query),
      );
      const statement = ownerStatement(owner, query, balances);
      const { openingBalanceCents: openingCents, closingBalanceCents: closingCents } = statement;
      const isYear = query.year !== null;
      const sections = statementSections(activity, { openingCents, closingCents }, { amountKind, isYear });
      const pages = pagesOf(transact, account, balances);
      const letter = async () => {
        const [lines, issuedAt] = [await collectLines(pages), clock.now()];
        return statementLetter(mandataireId, { statement, sections, lines, agency, owner, issuedAt });
      };
      return { statement, sections, pages, letter, printed: async () => printLetter(printing, await letter()) };
    };
    return { read: (_caller, query) => read(query), letter: async (query) => (await read(query)).letter() };
  };
}

async function begin(stores: AccountingStores, mandataireId: MandataireId, { ownerId, from, to }: StatementQuery) {
  const owner = orNotFound(await stores.owners.find(ownerId));
  const agency = orNotFound(await stores.mandataires.find(mandataireId));
  const account: AccountRange = { accountCode: ACCOUNTS.owners, auxiliaryCode: owner.accountingCode, from, to };
  const activity = await stores.ownerActivity.ofOwner(ownerId, { from, to });
  return { owner, agency, account, activity, balances: await accountStatement(stores, account) };
}

async function* pagesOf(
  transact: Transact<AccountingStores>,
  account: AccountRange,
  balances: AccountStatement,
): AsyncGenerator<readonly StatementLine[]> {
  let balance = negate(balances.openingBalanceCents);
  for (let page = balances.firstPage; ; ) {
    const lines = statementLines(balance, page.lines);
    yield lines;
    balance = lines.at(-1)?.balanceCents ?? balance;
    const { next } = page;
    if (next === null) return;
    page = await transact.read((stores) => statementPage(stores, account, balances, next));
  }
}

async function collectLines(pages: AsyncIterable<readonly StatementLine[]>): Promise<readonly StatementLine[]> {
  const lines: StatementLine[] = [];
  for await (const page of pages) {
    appendAll(lines, page);
    if (lines.length > PRINTED_LINES_MAX)
      throw unprocessable("statement_too_long", `More than ${PRINTED_LINES_MAX} movements; request a shorter period`);
  }
  return lines;
}
