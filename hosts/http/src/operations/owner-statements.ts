import type { MandataireId, OwnerStatement, OwnerStatements, StatementLine } from "@cartulary/rental";
import type { ownerStatementOperations } from "@cartulary/wire";
import { type Handlers, ok } from "../exchange/handlers.ts";
import { printedDownload } from "./printed.ts";

/** What owners are told of their money, over HTTP. */
export function ownerStatementHandlers(
  ownerStatements: (mandataireId: MandataireId) => OwnerStatements,
): Handlers<typeof ownerStatementOperations> {
  return {
    getOwnerStatement: async ({ mandataireId, params, query: { from = null, to = null }, caller }) => {
      const read = await ownerStatements(mandataireId).read(caller, { ownerId: params.id, from, to });
      return {
        ...ok(shownStatement(read.statement)),
        streamed: { field: "lines", pages: shownPages(read.pages) },
        alternatives: {
          "application/pdf": async () => printedDownload(await read.printed()),
        },
      };
    },
  };
}

/** Its lines follow page by page. */
const shownStatement = ({
  openingBalanceCents,
  totalDebitCents,
  totalCreditCents,
  closingBalanceCents,
  ...of
}: OwnerStatement) => ({
  ...of,
  openingBalance: openingBalanceCents,
  lines: [],
  totalDebit: totalDebitCents,
  totalCredit: totalCreditCents,
  closingBalance: closingBalanceCents,
});

async function* shownPages(pages: AsyncIterable<readonly StatementLine[]>) {
  for await (const page of pages) yield page.map(shownLine);
}

const shownLine = ({ debitCents, creditCents, balanceCents, ...line }: StatementLine) => ({
  ...line,
  debit: debitCents,
  credit: creditCents,
  balance: balanceCents,
});
