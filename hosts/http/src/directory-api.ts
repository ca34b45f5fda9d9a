import type { Users } from "@cartulary/directory";
import { DIRECTORY_BASE, userOperations } from "@cartulary/wire";
import type { Hono } from "hono";
import { type ApiDependencies, implement } from "./implement.ts";
import { userHandlers } from "./operations/users.ts";

/** What the directory needs. */
export interface DirectoryApiDependencies extends ApiDependencies {
  readonly users: Users;
}

/** The directory, to be mounted at {@link DIRECTORY_BASE} or anywhere else. */
export function directoryApi(dependencies: DirectoryApiDependencies): Hono {
  return implement(userOperations, userHandlers(dependencies.users), DIRECTORY_BASE, dependencies);
}
