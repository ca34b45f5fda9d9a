import { type DomainError, refused } from "@cartulary/kernel";

/**
 * Rules that the database itself holds (migrations.ts), by the names of their guards: Postgres names a rule beside its
 * message, SQLite has the message alone.
 */
const REFUSALS: Readonly<Record<string, () => DomainError>> = {
  ledger_entries_balanced: () =>
    refused("entry_unbalanced", "An entry needs two lines or more, whose debits are as much as its credits"),
  ledger_entries_reversal_of_id_unique: alreadyReversed,
};

/** Rethrows what the database said of entries that it refused, as the port promises; everything else as it is. */
export function told(error: unknown): never {
  const { constraint, message } = error as { readonly constraint?: unknown; readonly message?: unknown };
  const rule = Object.keys(REFUSALS).find((name) => constraint === name || String(message).startsWith(name));
  throw (rule && REFUSALS[rule]?.()) || error;
}

/** 422 `already_reversed`. */
export function alreadyReversed(): DomainError {
  return refused("already_reversed", "That entry is reversed already");
}
