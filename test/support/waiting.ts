import { administer } from "@cartulary/postgres/testkit";

/** Resolves with whether work ends, or waits for a lock in that Postgres database. */
export async function endsOrWaits(databaseUrl: string, changing: Promise<unknown>): Promise<"changed" | "waits"> {
  let isOver = false;
  const over = changing.then(() => {
    isOver = true;
  });
  const question = `select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  while (!isOver) {
    const rows = (await Promise.race([administer(databaseUrl, question), over])) as
      | readonly { count: string }[]
      | undefined;
    if (!isOver && Number(rows?.[0]?.count) > 0) return "waits";
  }
  return "changed";
}
