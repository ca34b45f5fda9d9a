import { emailKey } from "@cartulary/directory";
import type { Kysely } from "kysely";

/** The table at the time of this migration. */
interface Tables {
  readonly users: { readonly id: string; readonly email_address: string; readonly email_key: string };
}

/**
 * Sets the e-mail key of every user (decision 0015). Throws, with instructions, if two users share a key, because the
 * code cannot decide which of them owns the address; the migration then rolls back.
 */
export async function fillEmailKeys(db: Kysely<unknown>): Promise<void> {
  const typed = db as unknown as Kysely<Tables>;
  const users = await typed.selectFrom("users").select(["id", "email_address"]).orderBy("id").execute();
  const owners = new Map<string, string>();
  for (const { id, email_address } of users) {
    const key = emailKey(email_address) ?? "";
    const owner = `${email_address} (${id})`;
    const other = owners.get(key);
    if (other !== undefined) throw new Error(collision(other, owner));
    owners.set(key, owner);
    await typed.updateTable("users").set({ email_key: key }).where("id", "=", id).execute();
  }
}

function collision(one: string, other: string): string {
  return (
    `The users ${one} and ${other} have the same e-mail address as this version compares them. Nothing was changed. ` +
    "Start the version before this one, give one of the two another address or delete one, then start this version again."
  );
}
