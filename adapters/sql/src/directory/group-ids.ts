import type { GroupId } from "@cartulary/kernel";
import { type RawBuilder, sql } from "kysely";

/** Selects the groups of the user in a column; {@link groupIdsFrom} decodes them. */
export function groupIdsOf(userId: string): RawBuilder<string | null> {
  return sql`(
    select string_agg(cast(group_id as text), ',' order by group_id) from group_members
    where group_members.user_id = ${sql.ref(userId)}
  )`;
}

/** Decodes a column of {@link groupIdsOf}. */
export function groupIdsFrom(joined: string | null): readonly GroupId[] {
  return joined === null ? [] : (joined.split(",") as GroupId[]);
}
