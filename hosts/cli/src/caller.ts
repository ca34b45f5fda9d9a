import type { UserField } from "@cartulary/directory";
import type { Caller, ListQuery } from "@cartulary/kernel";
import type { Database } from "@cartulary/server";

/** Returns the caller for a local command: the user of `--user`, else the first administrator. */
export async function callerOf({ transact }: Database, emailAddress: string | undefined): Promise<Caller> {
  const user = await transact.read(async ({ users }) => {
    if (emailAddress !== undefined) return users.findByEmail(emailAddress);
    return (await users.list(ADMINISTRATORS)).items[0];
  });
  if (!user)
    throw new Error(emailAddress === undefined ? "there is no administrator" : `there is no user ${emailAddress}`);
  return { userId: user.id, role: user.role, scopes: ["write"], groupIds: [] };
}

const ADMINISTRATORS: ListQuery<UserField> = {
  page: 1,
  perPage: 1,
  sort: "createdAt",
  direction: "asc",
  conditions: [{ fields: ["role"], join: "and", predicate: "eq", values: ["super_admin"] }],
};
