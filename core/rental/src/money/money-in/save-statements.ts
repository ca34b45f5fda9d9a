import type { Digests } from "@cartulary/kernel";
import type { BankStatement } from "../bank-statements/bank-statement.ts";
import type { Reconciliation } from "../bank-statements/reconciliation.ts";
import type { BankFileInput, FileStatementInput } from "./file-input.ts";
import type { IngestionContext } from "./ingestion-context.ts";
import { gapWarning } from "./statement-checks.ts";

/** A warning about a statement, with its index in the file. */
export interface StatementWarning {
  readonly statement: number;
  readonly message: string;
}

/** The result of saving a file's statements. */
export interface SavedStatements {
  /** Gaps before statements. */
  readonly warnings: readonly StatementWarning[];
  /** Compares bank and book at the end of the last statement; `null` for a file without balances. */
  readonly reconciliation: Reconciliation | null;
}

/**
 * Saves the statements of an ingested file. Returns the gaps between statements, and the reconciliation of bank and
 * book at the end of the last one.
 */
export async function saveStatements(
  intake: Pick<IngestionContext, "stores" | "mandataireId" | "newId" | "now">,
  { statements }: BankFileInput,
  iban: string,
  digests: Pick<Digests, "sha256">,
): Promise<SavedStatements> {
  const { bankStatements } = intake.stores;
  const ids = statements.map(() => intake.newId<"BankStatement">()).sort();
  const stored = statements.map((statement, index) =>
    storedStatement(statement, ids[index] as BankStatement["id"], intake, digests),
  );
  const dated = stored.flatMap((statement) => statement ?? []);
  if (dated.length === 0) return { warnings: [], reconciliation: null };
  await bankStatements.insertMissing(dated);
  const before = new Map((await bankStatements.before(dated)).map((each) => [each.statementKey, each]));
  const warnings = stored.flatMap((statement, index): readonly StatementWarning[] => {
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

/** Most warnings returned. */
const WARNINGS_MAX = 100;

/** Returns the statement to store; `null` if it has no dates. */
function storedStatement(
  { account, statementId, from, to, openingCents, closingCents, madeAt, entriesCount }: FileStatementInput,
  id: BankStatement["id"],
  { mandataireId, now }: Pick<IngestionContext, "mandataireId" | "now">,
  { sha256 }: Pick<Digests, "sha256">,
): BankStatement | null {
  if (from === null || to === null) return null;
  const content = [account, statementId, from, to, openingCents, closingCents];
  return {
    ...{ mandataireId, id, accountIban: account, statementId: statementId.slice(0, NAME_MAX), from, to, entriesCount },
    ...{ openingBalance: openingCents, closingBalance: closingCents, createdAt: now, updatedAt: now },
    statementKey: sha256(JSON.stringify(content)).slice(0, KEY_LENGTH),
    madeAt: madeAt.slice(0, NAME_MAX),
  };
}

/** Characters of a bank's name of a statement; the standard allows 35. */
const NAME_MAX = 140;
/** Hexadecimal digits: 128 bits. */
const KEY_LENGTH = 32;
