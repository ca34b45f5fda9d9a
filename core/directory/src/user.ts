import {
  DEFAULT_LIST_DIALECT,
  type FieldError,
  type Instant,
  type Listing,
  normalizeLine,
  type Role,
  type UserId,
  updatedLine,
  withoutNulls,
} from "@cartulary/kernel";
import { emailAddressError } from "./email-address.ts";
import { displayNameOf, initialsOf } from "./person-name.ts";
import { EXTERNAL_ID_MAX, optionalLineError } from "./values.ts";

/** A user account. All users may read users (documents.md 2.4). */
export interface User {
  readonly id: UserId;
  /** Unique by its key (`emailKey`); stored as entered. */
  readonly emailAddress: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** "First Last", or the e-mail's local part. Derived from the names. */
  readonly displayName: string;
  /** At most two capital letters. Derived from the names. */
  readonly initials: string;
  readonly role: Role;
  /** False: all tokens of the user are rejected immediately. */
  readonly active: boolean;
  readonly externalId: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

const fields = {
  id: "uuid",
  emailAddress: "text",
  firstName: "text",
  lastName: "text",
  displayName: "text",
  initials: "text",
  role: "keyword",
  active: "boolean",
  externalId: "text",
  /** The sample's spelling of `externalId`. */
  externaId: "text",
  createdAt: "instant",
  updatedAt: "instant",
} as const;
export type UserField = keyof typeof fields;

/** Filters and sorts of lists of users. */
export const userListing: Listing<UserField> = {
  dialect: DEFAULT_LIST_DIALECT,
  fields,
  sorts: ["emailAddress", "firstName", "lastName", "role", "createdAt", "updatedAt"],
  sort: "updatedAt",
};

/** Maximum length of a first or last name in code points (interface-documents.md, limits). */
export const PERSON_NAME_MAX = 50;

/** Input of a user. Absent fields of an update stay unchanged; absent fields of a creation get their default. */
export interface UserInput {
  /** Required on creation; `null` is an error (`blank`). */
  readonly emailAddress?: string | null;
  /** Validated and stored by core/auth; this package decides only who may set it. */
  readonly password?: string;
  /** White space only counts as null. */
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  /** Default `user`. */
  readonly role?: Role;
  readonly externalId?: string | null;
  readonly active?: boolean;
}

/** Input of a new user, who is always active. */
export type NewUserInput = Omit<UserInput, "active">;

/** Validates an input, independent of the caller and other users. */
export function userErrors(input: UserInput): readonly FieldError[] {
  const { emailAddress, firstName, lastName, externalId } = input;
  return withoutNulls(
    emailAddress === undefined ? null : emailAddressError("emailAddress", emailAddress),
    optionalLineError("firstName", firstName, PERSON_NAME_MAX),
    optionalLineError("lastName", lastName, PERSON_NAME_MAX),
    optionalLineError("externalId", externalId, EXTERNAL_ID_MAX),
  );
}

/** Creates a user from a valid input. */
export function newUser(input: NewUserInput, { id, now }: { readonly id: UserId; readonly now: Instant }): User {
  const empty: User = {
    id,
    emailAddress: "",
    firstName: null,
    lastName: null,
    displayName: "",
    initials: "",
    role: "user",
    active: true,
    externalId: null,
    createdAt: now,
    updatedAt: now,
  };
  return { ...changedUser(empty, input, now), active: true };
}

/** Applies a valid input; returns the same object when nothing changes. */
export function changedUser(user: User, change: UserInput, now: Instant): User {
  if (changedFields(user, change).length === 0) return user;
  const next = {
    ...user,
    emailAddress: normalizeLine(change.emailAddress ?? user.emailAddress),
    firstName: updatedLine(change.firstName, user.firstName),
    lastName: updatedLine(change.lastName, user.lastName),
    role: change.role ?? user.role,
    active: change.active ?? user.active,
    externalId: updatedLine(change.externalId, user.externalId),
    updatedAt: now,
  };
  return { ...next, displayName: displayNameOf(next), initials: initialsOf(next) };
}

/** Returns the fields of `change` with another value. A password always counts as changed. */
export function changedFields(user: User, change: UserInput): readonly (keyof UserInput)[] {
  const { emailAddress, password, firstName, lastName, role, externalId, active } = change;
  const altered: Readonly<Record<keyof UserInput, boolean>> = {
    emailAddress:
      emailAddress !== undefined && (emailAddress === null || normalizeLine(emailAddress) !== user.emailAddress),
    password: password !== undefined,
    firstName: updatedLine(firstName, user.firstName) !== user.firstName,
    lastName: updatedLine(lastName, user.lastName) !== user.lastName,
    role: (role ?? user.role) !== user.role,
    externalId: updatedLine(externalId, user.externalId) !== user.externalId,
    active: (active ?? user.active) !== user.active,
  };
  return (Object.keys(altered) as (keyof UserInput)[]).filter((field) => altered[field]);
}
