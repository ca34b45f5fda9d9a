export {
  CONTACT_TYPE,
  type Contact,
  type ContactField,
  type ContactId,
  type ContactInput,
  contactListing,
  contactRecord,
} from "./contact.ts";
export { type Contacts, createContacts } from "./contacts.ts";
export { EMAIL_ADDRESS_MAX, emailAddressError, emailKey } from "./email-address.ts";
export {
  type Group,
  type GroupField,
  type GroupInput,
  type GroupView,
  groupListing,
  groupLists,
  groupRecord,
  type NewGroupInput,
} from "./group.ts";
export type { GroupMember, GroupMemberView, NewMembers } from "./group-member.ts";
export { type AddMembersResult, createGroups, type GroupListener, type GroupListQuery, type Groups } from "./groups.ts";
export { createKnownPeople, type KnownPeople, type Standing } from "./known-people.ts";
export { displayNameOf, initialsOf, type Names } from "./person-name.ts";
export type {
  DirectoryStores,
  GroupStore,
  MemberPage,
  MemberStore,
  UserStore,
} from "./ports.ts";
export {
  type NewTeamInput,
  type Team,
  type TeamField,
  type TeamId,
  type TeamInput,
  teamListing,
  teamRecord,
} from "./team.ts";
export { createTeams, type Teams } from "./teams.ts";
export {
  changedUser,
  type NewUserInput,
  newUser,
  PERSON_NAME_MAX,
  type User,
  type UserField,
  type UserInput,
  userErrors,
  userListing,
} from "./user.ts";
export { losesSuperAdmin } from "./user-rights.ts";
export { type UserDependencies, type UserListener, type Users, userUseCases } from "./users.ts";
export { EXTERNAL_ID_MAX } from "./values.ts";
