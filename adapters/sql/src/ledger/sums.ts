import { type Cents, counted } from "@cartulary/ledger";
import { type RawBuilder, sql } from "kysely";

/**
 * The exact sum of whole numbers as text, of any number of rows; read it with {@link sumFrom}. SQLite's own sums fail
 * beyond 64 bits, which a million of the largest lines pass: so each number is summed in two parts, its bits from the
 * twenty-first on and those below.
 */
export function sumOf(amount: RawBuilder<unknown>): RawBuilder<string> {
  const part = (bits: RawBuilder<unknown>) => sql`cast(coalesce(sum(${bits}), 0) as text)`;
  return sql<string>`${part(sql`(${amount}) >> 20`)} || ' ' || ${part(sql`(${amount}) & 1048575`)}`;
}

/** The sum in a column of {@link sumOf}. 422 where it is too large to be counted. */
export function sumFrom(stored: string): Cents {
  const [high = "", low = ""] = stored.split(" ");
  return counted(BigInt(high) * 1_048_576n + BigInt(low));
}
