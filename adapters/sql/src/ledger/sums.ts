import { type Cents, requireSafeCents } from "@cartulary/ledger";
import { type RawBuilder, sql } from "kysely";

/**
 * The exact sum of integers as text, for any number of rows; decode it with {@link sumFrom}. SQLite's sums fail beyond
 * 64 bits, which a million of the largest lines exceed: so each number is summed in two parts, the bits from the
 * twenty-first on and those below.
 */
export function sumOf(amount: RawBuilder<unknown>): RawBuilder<string> {
  const part = (bits: RawBuilder<unknown>) => sql`cast(coalesce(sum(${bits}), 0) as text)`;
  return sql<string>`${part(sql`(${amount}) >> 20`)} || ' ' || ${part(sql`(${amount}) & 1048575`)}`;
}

/** Decodes a column of {@link sumOf}. Throws 422 if the sum is not a safe integer. */
export function sumFrom(stored: string): Cents {
  const [high = "", low = ""] = stored.split(" ");
  return requireSafeCents(BigInt(high) * 1_048_576n + BigInt(low));
}
