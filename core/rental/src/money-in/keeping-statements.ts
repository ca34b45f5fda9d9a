import type { Digests } from "@cartulary/kernel";
import type { BankStatement } from "../bank-statements/bank-statement.ts";
import type { Reconciliation } from "../bank-statements/ports.ts";
import type { BankFileInput, FileStatementInput } from "./file-input.ts";
import type { Intake } from "./intake.ts";
import { gapWarning } from "./statement-checks.ts";

/** What is noticed about a statement, by its place in the file. */
export interface StatementWarning {
  readonly statement: number;
  readonly message: string;
}

/** What is noticed about a file's statements. */
export interface KeptStatements {
  /** What is missing before some of them. */
  readonly warnings: readonly StatementWarning[];
  /** What bank and book say at the end of the last one; `null` of a file without balances. */
  readonly reconciliation: Reconciliation | null;
}

/**
 * Keeps the statements of a file whose transactions are taken in, and says what is noticed: which of them one before did not
 * come, and what bank and book say at the end of the last one.
 */
export async function keepStatements(
  intake: Pick<Intake, "stores" | "mandataireId" | "newId" | "now">,
  { statements }: BankFileInput,
  iban: string,
  digests: Pick<Digests, "sha256">,
): Promise<KeptStatements> {
  const { bankStatements } = intake.stores;
  const ids = statements.map(() => intake.newId<"BankStatement">()).sort();
  const kept = statements.map((statement, index) =>
    keptStatement(statement, ids[index] as BankStatement["id"], intake, digests),
  );
  const dated = kept.flatMap((statement) => statement ?? []);
  if (dated.length === 0) return { warnings: [], reconciliation: null };
  await bankStatements.insertMissing(dated);
  const before = new Map((await bankStatements.before(dated)).map((each) => [each.statementKey, each]));
  const warnings = kept.flatMap((statement, index): readonly StatementWarning[] => {
    const message = statement && gapWarning(statement, before.get(statement.statementKey));
    return message ? [{ statement: index, message }] : [];
  });
  const closed = dated.flatMap(({ closingBalance, to }) => (closingBalance === null ? [] : [to])).toSorted();
  const on = closed.at(-1);
  return {
    warnings: warnings.slice(0, WARNINGS_MAX),
    reconciliation: on === undefined ? null : await bankStatements.reconciliation(iban, on),
  };
}

/** Warnings that are given: nobody reads more. */
const WARNINGS_MAX = 100;

/** A statement as it is kept; `null` of one that does not say what days it is of. */
function keptStatement(
  { account, statementId, from, to, openingCents, closingCents, madeAt, entriesCount }: FileStatementInput,
  id: BankStatement["id"],
  { mandataireId, now }: Pick<Intake, "mandataireId" | "now">,
  { sha256 }: Pick<Digests, "sha256">,
): BankStatement | null {
  if (from === null || to === null) return null;
  const said = [account, statementId, from, to, openingCents, closingCents];
  return {
    ...{ mandataireId, id, accountIban: account, statementId: statementId.slice(0, NAME_MAX), from, to, entriesCount },
    ...{ openingBalance: openingCents, closingBalance: closingCents, createdAt: now, updatedAt: now },
    statementKey: sha256(JSON.stringify(said)).slice(0, KEY_LENGTH),
    madeAt: madeAt.slice(0, NAME_MAX),
  };
}

/** Characters of what a bank calls a statement: the standard has 35. */
const NAME_MAX = 140;
/** Hexadecimal digits: 128 bits. */
const KEY_LENGTH = 32;
