import type { AccountUsers } from "@cartulary/auth";
import type { Contacts, Groups, Teams } from "@cartulary/directory";
import { DIRECTORY_BASE, directoryOperations } from "@cartulary/wire";
import type { Hono } from "hono";
import { implement } from "./exchange/implement.ts";
import type { ApiDependencies } from "./exchange/perform.ts";
import { contactHandlers } from "./operations/contacts.ts";
import { groupHandlers, groupMemberHandlers } from "./operations/groups.ts";
import { teamHandlers } from "./operations/teams.ts";
import { userHandlers } from "./operations/users.ts";

/** What the directory needs. */
export interface DirectoryApiDependencies extends ApiDependencies {
  readonly users: AccountUsers;
  readonly contacts: Contacts;
  readonly groups: Groups;
  readonly teams: Teams;
}

/** The directory, to be mounted at {@link DIRECTORY_BASE} or anywhere else. */
export function directoryApi(dependencies: DirectoryApiDependencies): Hono {
  const { users, contacts, groups, teams } = dependencies;
  return implement(
    directoryOperations,
    {
      ...userHandlers(users),
      ...contactHandlers(contacts),
      ...groupHandlers(groups),
      ...groupMemberHandlers(groups),
      ...teamHandlers(teams),
    },
    DIRECTORY_BASE,
    dependencies,
  );
}
