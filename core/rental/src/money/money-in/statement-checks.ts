import type { FieldError } from "@cartulary/kernel";
import { decimal, ZERO } from "@cartulary/ledger";
import type { BankStatement } from "../bank-statements/bank-statement.ts";
import type { StatementBefore } from "../bank-statements/ports.ts";
import type { BankFileInput, FileTransactionInput } from "./file-input.ts";

/**
 * Returns the errors of a file's statements (money.md 1.3, 1.5): another account than the mandataire's, or entries that
 * do not lead from the opening to the closing balance. Fields are named `statements[1]`, by index in the file.
 */
export function statementErrors({ statements, transactions }: BankFileInput, iban: string): readonly FieldError[] {
  const entries = Map.groupBy(transactions, ({ statement }) => statement);
  return statements.flatMap(({ account, openingCents, closingCents }, index): readonly FieldError[] => {
    if (account !== iban) return [wrong(index, `account ${shortened(account)} is not the mandataire's`)];
    if (openingCents === null || closingCents === null) return [];
    const moved = (entries.get(index) ?? []).reduce((all, each) => all + signed(each), 0n);
    const stated = BigInt(closingCents) - BigInt(openingCents);
    if (moved === stated) return [];
    return [wrong(index, `its entries come to ${euros(moved)}, its balances to ${euros(stated)}`)];
  });
}

const wrong = (index: number, message: string): FieldError => ({
  field: `statements[${index}]`,
  code: "invalid",
  message,
});

const signed = ({ direction, amountCents = ZERO }: FileTransactionInput): bigint =>
  direction === "inbound" ? BigInt(amountCents) : -BigInt(amountCents);

/** Formats cents like {@link decimal}, of any size. */
function euros(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Shortens an account to its first and last characters, which its holder recognizes. */
function shortened(account: string): string {
  const text = account === "" ? "without a number" : account;
  return text.length > 10 && account !== "" ? `${text.slice(0, 4)}…${text.slice(-3)}` : text;
}

/**
 * Returns a warning if a statement does not begin with the previous balance of the account, since a statement between
 * them is missing; otherwise `null`.
 */
export function gapWarning(
  { openingBalance }: Pick<BankStatement, "openingBalance">,
  before: StatementBefore | undefined,
): string | null {
  if (!before || openingBalance === null) return null;
  if ([before.closingBalance, ...before.expected].includes(openingBalance)) return null;
  const [had, begins] = [decimal(before.closingBalance), decimal(openingBalance)];
  return `the bank's balance was ${had} on ${before.to} and begins with ${begins}: a statement in between is missing`;
}
