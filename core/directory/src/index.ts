export { type UserDependencies, type UserListener, type Users, userUseCases } from "./directory.ts";
export { EMAIL_ADDRESS_MAX, emailAddressError } from "./email-address.ts";
export { displayNameOf, initialsOf, type Names } from "./person-name.ts";
export type { DirectoryStores, UserStore } from "./ports.ts";
export {
  EXTERNAL_ID_MAX,
  type NewUserInput,
  newUser,
  PERSON_NAME_MAX,
  type User,
  type UserField,
  type UserInput,
  userErrors,
  userListing,
} from "./user.ts";
