import {
  DEFAULT_LIST_DIALECT,
  type DomainError,
  type FieldError,
  type Id,
  type Instant,
  type Listing,
  lineError,
  normalizeLine,
  type Role,
  roleAllows,
  SCOPES,
  type Scope,
  unprocessable,
} from "@cartulary/kernel";

/** Shortest, longest and default life of a personal token in days (auth.md 1.8). */
export const PERSONAL_TOKEN_DAYS = { min: 1, max: 365, usual: 90 } as const;
/** Maximum number of valid personal tokens per user. */
export const PERSONAL_TOKENS_MAX = 50;
/** Maximum length of a token's name in code points. */
export const TOKEN_NAME_MAX = 100;

/** A personal access token as its owner sees it, without the secret. */
export interface PersonalAccessToken {
  readonly id: Id<"Token">;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  /** To the minute; `null` if never used. */
  readonly lastUsedAt: Instant | null;
}

/** Input of a new personal token. */
export interface PersonalTokenInput {
  readonly name: string;
  /** `read` when absent. */
  readonly scopes?: readonly Scope[];
  /** {@link PERSONAL_TOKEN_DAYS}`.usual` when absent. */
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
export type PersonalTokenField = keyof typeof fields;

/** Filters and sorts of lists of personal tokens. */
export const personalTokenListing: Listing<PersonalTokenField> = {
  dialect: DEFAULT_LIST_DIALECT,
  fields,
  sorts: ["name", "createdAt"],
  updatedAt: "createdAt",
  sort: "createdAt",
};

/** A token input with its defaults filled in. */
export type PersonalTokenTerms = Required<PersonalTokenInput>;

/** Fills in the defaults and validates them for a user with this role. */
export function personalTokenTerms(
  { name, scopes = ["read"], days = PERSONAL_TOKEN_DAYS.usual }: PersonalTokenInput,
  role: Role,
): { readonly terms: PersonalTokenTerms; readonly errors: readonly FieldError[] } {
  const errors = [
    lineError("name", name, { max: TOKEN_NAME_MAX, required: true }),
    scopesError(scopes, role),
    daysError(days),
  ].filter((error) => error !== null);
  return {
    terms: { name: normalizeLine(name), scopes: SCOPES.filter((scope) => scopes.includes(scope)), days },
    errors,
  };
}

function scopesError(scopes: readonly Scope[], role: Role): FieldError | null {
  if (scopes.length === 0) return { field: "scopes", code: "blank", message: "can't be blank" };
  return roleAllows(role, scopes)
    ? null
    : { field: "scopes", code: "invalid", message: "contains admin, which is for administrators" };
}

function daysError(days: number): FieldError | null {
  const { min, max } = PERSONAL_TOKEN_DAYS;
  if (days < min) return { field: "days", code: "greater_than_or_equal_to", message: `must be ${min} or more` };
  if (days > max) return { field: "days", code: "less_than_or_equal_to", message: `must be ${max} or less` };
  return null;
}

/** 422 for users with {@link PERSONAL_TOKENS_MAX} valid tokens. */
export function tooManyTokens(): DomainError {
  return unprocessable(
    "too_many_tokens",
    `There are ${PERSONAL_TOKENS_MAX} personal access tokens already; revoke one`,
  );
}
