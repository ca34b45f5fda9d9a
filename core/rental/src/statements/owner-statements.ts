import {
  appendAll,
  type Caller,
  type Clock,
  existing,
  refused,
  type Transact,
  type TransactFor,
} from "@cartulary/kernel";
import { type AccountRange, type AccountStatement, accountStatement, negated, statementPage } from "@cartulary/ledger";
import { ACCOUNTS } from "../chart.ts";
import type { MandataireId } from "../mandataire.ts";
import type { Owner } from "../people/owner.ts";
import type { RentalStores } from "../ports.ts";
import { type PrintedDocument, type Printing, printed } from "../printing/printed.ts";
import {
  type OwnerStatement,
  ownerStatement,
  type StatementLine,
  type StatementQuery,
  statementLines,
} from "./owner-statement.ts";
import { statementSource } from "./printed-statement.ts";

/** The accounts of one mandataire's owners. Whoever asks has found out before that the caller is a member of it. */
export interface OwnerStatements {
  /** 404 for an owner who is not there. */
  read(caller: Caller, query: StatementQuery): Promise<ReadStatement>;
}

/** A statement whose lines are read as they are wanted, once, however many there are. */
export interface ReadStatement {
  readonly statement: OwnerStatement;
  /** Page by page; nothing that was entered since the statement was begun is in them. */
  readonly pages: AsyncIterable<readonly StatementLine[]>;
  /** It as a PDF for the owner, of those pages. 422 `statement_too_long` beyond {@link PRINTED_LINES_MAX} lines. */
  printed(): Promise<PrintedDocument>;
}

/** Lines of the longest statement that is printed: some sixty pages, for which the compiler takes half the memory it may. */
const PRINTED_LINES_MAX = 2000;

interface Dependencies<Stores> extends Printing {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly clock: Clock;
}

/** Statements over a database. */
export function createOwnerStatements<Stores extends RentalStores>({
  transactFor,
  clock,
  ...printing
}: Dependencies<Stores>): (mandataireId: MandataireId) => OwnerStatements {
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    return {
      async read(_caller, query) {
        const { owner, agency, account, began } = await transact.read((stores) => begin(stores, mandataireId, query));
        const statement = ownerStatement(owner, query, began);
        const pages = pagesOf(transact, account, began);
        return {
          statement,
          pages,
          async printed() {
            const [lines, issuedAt] = [await allOf(pages), clock.now()];
            const source = statementSource({ statement, lines, agency, owner, issuedAt });
            return printed(printing, { fileName: fileNameOf(owner), source, createdAt: issuedAt, mandataireId });
          },
        };
      },
    };
  };
}

const fileNameOf = ({ accountingCode }: Owner): string => `compte-rendu-${accountingCode}.pdf`;

async function begin(stores: RentalStores, mandataireId: MandataireId, { ownerId, from, to }: StatementQuery) {
  const owner = existing(await stores.owners.find(ownerId));
  const agency = existing(await stores.mandataires.find(mandataireId));
  const account: AccountRange = { accountCode: ACCOUNTS.owners, auxiliaryCode: owner.accountingCode, from, to };
  return { owner, agency, account, began: await accountStatement(stores, account) };
}

async function* pagesOf(
  transact: Transact<RentalStores>,
  account: AccountRange,
  began: AccountStatement,
): AsyncGenerator<readonly StatementLine[]> {
  let balance = negated(began.openingBalanceCents);
  for (let page = began.firstPage; ; ) {
    const lines = statementLines(balance, page.lines);
    yield lines;
    balance = lines.at(-1)?.balanceCents ?? balance;
    const { next } = page;
    if (next === null) return;
    page = await transact.read((stores) => statementPage(stores, account, began, next));
  }
}

async function allOf(pages: AsyncIterable<readonly StatementLine[]>): Promise<readonly StatementLine[]> {
  const lines: StatementLine[] = [];
  for await (const page of pages) {
    appendAll(lines, page);
    if (lines.length > PRINTED_LINES_MAX)
      throw refused("statement_too_long", `More than ${PRINTED_LINES_MAX} movements: ask for a shorter period`);
  }
  return lines;
}
