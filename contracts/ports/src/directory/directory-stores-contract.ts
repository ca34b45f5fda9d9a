import type {
  Contact,
  ContactField,
  DirectoryStores,
  Group,
  GroupField,
  GroupView,
  Team,
  TeamField,
} from "@cartulary/directory";
import type { DatabaseHarness } from "../harness/document-stores.ts";
import { groupStoreContract } from "./group-store-contract.ts";
import { memberStoreContract } from "./member-store-contract.ts";
import { recordFamilyContract } from "./record-family-contract.ts";
import { userStoreContract } from "./user-store-contract.ts";

const HARD_TEXT = 'O\'Tée \\ 100%_ ? $1 :name -- "x" 🏡';

/** Contract of the directory's stores, separately and together. */
export function directoryStoresContract(name: string, harness: DatabaseHarness<DirectoryStores>): void {
  userStoreContract(name, harness);
  recordFamilyContract<DirectoryStores, Contact, Contact, ContactField>(`${name} is a contact store`, harness, {
    storeOf: ({ contacts }) => contacts,
    make: (make) => make.contact({ firstName: "Ada", lastName: "L", fullName: "Ada L", displayName: "Ada L" }),
    change: {
      emailAddress: "Éloïse.Ôtée@Example.org",
      firstName: null,
      lastName: HARD_TEXT,
      fullName: HARD_TEXT,
      displayName: HARD_TEXT,
      externalId: "",
    },
    shown: (contact) => contact,
    sort: "emailAddress",
  });
  recordFamilyContract<DirectoryStores, Group, GroupView, GroupField>(`${name} is a group store`, harness, {
    storeOf: ({ groups }) => groups,
    make: (make) => make.group({ externalId: "7" }),
    change: { name: HARD_TEXT, description: "two\nlines", externalId: null },
    shown: (group) => ({ ...group, membersCount: 0 }),
    sort: "name",
  });
  recordFamilyContract<DirectoryStores, Team, Team, TeamField>(`${name} is a team store`, harness, {
    storeOf: ({ teams }) => teams,
    make: (make) => make.team(),
    change: { name: HARD_TEXT, description: "" },
    shown: (team) => team,
    sort: "name",
  });
  groupStoreContract(name, harness);
  memberStoreContract(name, harness);
}
