import {
  type DomainError,
  type FieldError,
  type Id,
  type Instant,
  type Listing,
  line,
  lineError,
  type Role,
  refused,
  roleAllows,
  SCOPES,
  type Scope,
  standardLists,
} from "@cartulary/kernel";

/** Days of the shortest and the longest life of a personal token, and of one that was not asked for (auth.md 1.8). */
export const PERSONAL_TOKEN_DAYS = { min: 1, max: 365, usual: 90 } as const;
/** Personal tokens that one person may have alive. */
export const PERSONAL_TOKENS_MAX = 50;
/** Code points of the name that its owner knows a token by. */
export const TOKEN_NAME_MAX = 100;

/** A personal access token as its owner sees it afterwards: everything but the token. */
export interface PersonalAccessToken {
  readonly id: Id<"Token">;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  /** To the minute; `null` while it was not used. */
  readonly lastUsedAt: Instant | null;
}

/** What somebody asks for. */
export interface PersonalTokenInput {
  readonly name: string;
  /** `read` when absent. */
  readonly scopes?: readonly Scope[];
  /** {@link PERSONAL_TOKEN_DAYS} when absent. */
  readonly days?: number;
}

const fields = {
  id: "uuid",
  name: "text",
  scopes: "list",
  createdAt: "instant",
  expiresAt: "instant",
  lastUsedAt: "instant",
} as const;
/** A field that {@link personalTokenListing} knows. */
export type PersonalTokenField = keyof typeof fields;

/** What lists of personal tokens may be filtered and sorted by. */
export const personalTokenListing: Listing<PersonalTokenField> = {
  dialect: standardLists,
  fields,
  sorts: ["name", "createdAt"],
  updatedAt: "createdAt",
  sort: "createdAt",
};

/** A token that was asked for, with what was not said filled in. */
export type PersonalTokenTerms = Required<PersonalTokenInput>;

/** What is asked for, filled in; and all that is wrong with it for somebody of this role. */
export function personalTokenTerms(
  { name, scopes = ["read"], days = PERSONAL_TOKEN_DAYS.usual }: PersonalTokenInput,
  role: Role,
): { readonly terms: PersonalTokenTerms; readonly errors: readonly FieldError[] } {
  const errors = [
    lineError("name", name, { max: TOKEN_NAME_MAX, required: true }),
    scopesError(scopes, role),
    daysError(days),
  ].filter((error) => error !== null);
  return { terms: { name: line(name), scopes: SCOPES.filter((scope) => scopes.includes(scope)), days }, errors };
}

function scopesError(scopes: readonly Scope[], role: Role): FieldError | null {
  if (scopes.length === 0) return { field: "scopes", code: "blank", message: "can't be blank" };
  return roleAllows(role, scopes)
    ? null
    : { field: "scopes", code: "invalid", message: "holds admin, which is for administrators" };
}

function daysError(days: number): FieldError | null {
  const { min, max } = PERSONAL_TOKEN_DAYS;
  if (days < min) return { field: "days", code: "greater_than_or_equal_to", message: `must be ${min} or more` };
  if (days > max) return { field: "days", code: "less_than_or_equal_to", message: `must be ${max} or less` };
  return null;
}

/** 422 for somebody who has {@link PERSONAL_TOKENS_MAX} already. */
export function tooManyTokens(): DomainError {
  return refused("too_many_tokens", `There are ${PERSONAL_TOKENS_MAX} personal access tokens already; revoke one`);
}
