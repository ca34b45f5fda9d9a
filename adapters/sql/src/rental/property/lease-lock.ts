import type { MandataireId } from "@cartulary/rental";
import { sql } from "kysely";
import { type Source, statement } from "../../engine/statement.ts";
import type { EstateTables } from "./tables.ts";

interface Key {
  readonly mandataireId: MandataireId;
  readonly id: string;
}

/** Locks the lease of a child by the child's id, so that changes of a lease and its children run one at a time. */
export function lockingLease(children: "lease_terms" | "lease_parties") {
  return statement(({ db, dialect }: Source<EstateTables>, { mandataireId, id }: Key) =>
    db
      .selectFrom("leases")
      .select("leases.id")
      .where("leases.mandataire_id", "=", mandataireId)
      .where(
        sql`leases.id`,
        "=",
        sql`(select lease_id from ${sql.table(children)} where mandataire_id = ${mandataireId} and id = ${id})`,
      )
      .modifyEnd(dialect.forUpdate)
      .compile(),
  );
}
