import type { AccountUsers } from "@cartulary/auth";
import type { Contacts, Groups, Teams } from "@cartulary/directory";
import { DIRECTORY_BASE, directoryOperations } from "@cartulary/wire";
import type { Hono } from "hono";
import { contactHandlers } from "./operations/contacts.ts";
import { groupHandlers, groupMemberHandlers } from "./operations/groups.ts";
import { teamHandlers } from "./operations/teams.ts";
import { userHandlers } from "./operations/users.ts";
import type { ApiDependencies } from "./requests/api-dependencies.ts";
import { implement } from "./requests/implement.ts";

export interface DirectoryApiDependencies extends ApiDependencies {
  readonly users: AccountUsers;
  readonly contacts: Contacts;
  readonly groups: Groups;
  readonly teams: Teams;
}

/** The directory, for any mount path such as {@link DIRECTORY_BASE}. */
export function directoryApi(dependencies: DirectoryApiDependencies): Hono {
  return implement(
    directoryOperations,
    {
      ...userHandlers,
      ...contactHandlers,
      ...groupHandlers,
      ...groupMemberHandlers,
      ...teamHandlers,
    },
    DIRECTORY_BASE,
    dependencies,
  );
}
