import { type Day, malformed } from "@cartulary/kernel";
import type { OwnerStatements, ReadStatement, StatementLine } from "@cartulary/rental/accounting";
import type { ownerStatementOperations } from "@cartulary/wire";
import { type Handlers, type OfMandataire, ok } from "../../requests/handlers.ts";
import { pdfDownload } from "../pdf-download.ts";

export const ownerStatementHandlers: Handlers<
  typeof ownerStatementOperations,
  { readonly ownerStatements: OfMandataire<OwnerStatements> }
> = {
  getOwnerStatement: async (
    { mandataireId, params, query: { from = null, to = null, year = null }, caller },
    { ownerStatements },
  ) => {
    if (year !== null && (from !== null || to !== null))
      throw malformed("year names the whole period; leave out from and to");
    const period = year === null ? { from, to } : { from: `${year}-01-01` as Day, to: `${year}-12-31` as Day };
    const read = await ownerStatements(mandataireId).read(caller, { ownerId: params.id, year, ...period });
    return {
      ...ok(shownStatement(read)),
      streamed: { field: "lines", pages: shownPages(read.pages) },
      alternatives: {
        "application/pdf": async () => pdfDownload(await read.printed()),
      },
    };
  },
};

/** The lines are streamed page by page. */
const shownStatement = ({
  statement: { openingBalanceCents, totalDebitCents, totalCreditCents, closingBalanceCents, year: _, ...of },
  sections,
}: ReadStatement) => ({
  ...of,
  openingBalance: openingBalanceCents,
  lines: [],
  totalDebit: totalDebitCents,
  totalCredit: totalCreditCents,
  closingBalance: closingBalanceCents,
  sections,
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
