import {
  changedLine,
  type FieldError,
  type Instant,
  type Listing,
  line,
  presentErrors,
  type Role,
  standardLists,
  type UserId,
} from "@cartulary/kernel";
import { emailAddressError } from "./email-address.ts";
import { displayNameOf, initialsOf } from "./person-name.ts";
import { EXTERNAL_ID_MAX, optionalLineError } from "./values.ts";

/** Somebody who signs in. Readable by everyone who does (documents.md 2.4). */
export interface User {
  readonly id: UserId;
  /** Unique by its key (`emailKey`), kept as it was given. */
  readonly emailAddress: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** "First Last", or the e-mail's local part where both are missing; follows the names. */
  readonly displayName: string;
  /** At most two letters, in capitals; follows the names. */
  readonly initials: string;
  readonly role: Role;
  /** False: every token of this person is refused at once. */
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
/** A field that {@link userListing} knows. */
export type UserField = keyof typeof fields;

/** What user lists may be filtered and sorted by. */
export const userListing: Listing<UserField> = {
  dialect: standardLists,
  fields,
  sorts: ["emailAddress", "firstName", "lastName", "role", "createdAt", "updatedAt"],
  sort: "updatedAt",
};

/** Code points of a first or a last name (interface-documents.md, limits). */
export const PERSON_NAME_MAX = 50;

/** What may be said of a user. An absent field keeps its value; on creation it gets its default. */
export interface UserInput {
  /** Required on creation; `null` is refused as blank. */
  readonly emailAddress?: string | null;
  /** Judged and kept by whoever keeps passwords; here only who may set one is decided. */
  readonly password?: string;
  /** Nothing but white space counts as none. */
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  /** Default `user`. */
  readonly role?: Role;
  readonly externalId?: string | null;
  readonly active?: boolean;
}

/** What may be said of a user who is being made: everybody starts active. */
export type NewUserInput = Omit<UserInput, "active">;

/** What is wrong with what `input` says in itself, whoever says it and whoever else exists. */
export function userErrors(input: UserInput): readonly FieldError[] {
  const { emailAddress, firstName, lastName, externalId } = input;
  return presentErrors(
    emailAddress === undefined ? null : emailAddressError("emailAddress", emailAddress),
    optionalLineError("firstName", firstName, PERSON_NAME_MAX),
    optionalLineError("lastName", lastName, PERSON_NAME_MAX),
    optionalLineError("externalId", externalId, EXTERNAL_ID_MAX),
  );
}

/** The user that `input` makes, once {@link userErrors} found nothing. */
export function newUser(input: NewUserInput, { id, now }: { readonly id: UserId; readonly now: Instant }): User {
  const nobody: User = {
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
  return { ...changedUser(nobody, input, now), active: true };
}

/** The user after `change`, once {@link userErrors} found nothing; untouched when it says nothing new. */
export function changedUser(user: User, change: UserInput, now: Instant): User {
  if (alteredFields(user, change).length === 0) return user;
  const next = {
    ...user,
    emailAddress: line(change.emailAddress ?? user.emailAddress),
    firstName: changedLine(change.firstName, user.firstName),
    lastName: changedLine(change.lastName, user.lastName),
    role: change.role ?? user.role,
    active: change.active ?? user.active,
    externalId: changedLine(change.externalId, user.externalId),
    updatedAt: now,
  };
  return { ...next, displayName: displayNameOf(next), initials: initialsOf(next) };
}

/** The fields of `change` that say something else than what is. A password always does: nobody can tell. */
export function alteredFields(user: User, change: UserInput): readonly (keyof UserInput)[] {
  const { emailAddress, password, firstName, lastName, role, externalId, active } = change;
  const altered: Readonly<Record<keyof UserInput, boolean>> = {
    emailAddress: emailAddress !== undefined && (emailAddress === null || line(emailAddress) !== user.emailAddress),
    password: password !== undefined,
    firstName: changedLine(firstName, user.firstName) !== user.firstName,
    lastName: changedLine(lastName, user.lastName) !== user.lastName,
    role: (role ?? user.role) !== user.role,
    externalId: changedLine(externalId, user.externalId) !== user.externalId,
    active: (active ?? user.active) !== user.active,
  };
  return (Object.keys(altered) as (keyof UserInput)[]).filter((field) => altered[field]);
}
