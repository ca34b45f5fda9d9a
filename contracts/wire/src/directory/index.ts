import { contactOperations } from "./contacts.ts";
import { groupMemberOperations } from "./group-members.ts";
import { groupOperations } from "./groups.ts";
import { teamOperations } from "./teams.ts";
import { userOperations } from "./users.ts";

export * from "./contacts.ts";
export * from "./group-members.ts";
export * from "./groups.ts";
export * from "./teams.ts";
export * from "./users.ts";

export const directoryOperations: typeof userOperations &
  typeof contactOperations &
  typeof groupOperations &
  typeof groupMemberOperations &
  typeof teamOperations = {
  ...userOperations,
  ...contactOperations,
  ...groupOperations,
  ...groupMemberOperations,
  ...teamOperations,
};
