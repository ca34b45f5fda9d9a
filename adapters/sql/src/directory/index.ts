import { type DirectoryStores, teamListing } from "@cartulary/directory";
import { type SqlModule, sqlModule } from "../engine/module.ts";
import { recordStore } from "../records/record-store.ts";
import { createContactStore } from "./contact-store.ts";
import { createGroupStore } from "./group-store.ts";
import { createMemberStore } from "./member-store.ts";
import { directoryMigrations } from "./migrations.ts";
import { contactRows, groupRows, memberRows, teamRows, userRows } from "./tables.ts";
import { createUserStore } from "./user-store.ts";

export const directoryModule: SqlModule<DirectoryStores, object> = sqlModule({
  name: "directory",
  entities: [userRows, contactRows, groupRows, memberRows, teamRows],
  migrations: directoryMigrations,
  stores: {
    users: createUserStore,
    contacts: createContactStore,
    groups: createGroupStore,
    members: createMemberStore,
    teams: recordStore(teamRows, teamListing),
  },
});
