import type { User } from "@cartulary/directory";
import { type FieldError, type Instant, invalid, isStorable, line, type Scope, type Transact } from "@cartulary/kernel";
import type { AuthStores } from "./ports.ts";
import { parseScopes, roleMayHold } from "./scope.ts";
import { type Minting, mint } from "./tokens.ts";

/** What an administrator at the machine asks for somebody. */
export interface PersonalTokenRequest {
  readonly emailAddress: string;
  /** Space separated; `null` asks for the default, `read` (auth.md 1.8). */
  readonly scope: string | null;
  /** What the owner will know it by. */
  readonly name: string;
}

/** A personal token, told once. */
export interface PersonalToken {
  readonly token: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Instant;
}

/** Personal access tokens (auth.md 1.8), as they are made at the machine: no caller is asked who he is. */
export interface PersonalTokens {
  /** One of 90 days. An unknown or disabled person, and a scope that this person may not hold, are 422. */
  mintPersonalToken(request: PersonalTokenRequest): Promise<PersonalToken>;
}

/** Personal tokens over a database. */
export function createPersonalTokens({
  transact,
  ...minting
}: Minting & { readonly transact: Transact<AuthStores> }): PersonalTokens {
  return {
    mintPersonalToken: (request) => transact.write((stores) => mintFor(stores, minting, request)),
  };
}

async function mintFor(
  { users, tokens }: AuthStores,
  minting: Minting,
  { emailAddress, scope, name }: PersonalTokenRequest,
): Promise<PersonalToken> {
  const scopes = scope === null ? DEFAULT : parseScopes(scope);
  if (!scopes || scopes.length === 0) throw invalid(UNKNOWN_SCOPE);
  const found = isStorable(emailAddress) ? await users.findByEmail(line(emailAddress)) : null;
  // Locked, so that a deactivation beside this ends the token too.
  const user = found && (await users.lock(found.id));
  requireHolder(user, scopes);
  const owner = { userId: user.id, applicationId: null, familyId: null };
  const { text, record } = mint(minting, "personal", { ...owner, scopes, name });
  await tokens.insert([record]);
  return { token: text, scopes, expiresAt: record.expiresAt };
}

const DEFAULT: readonly Scope[] = ["read"];

const UNKNOWN_SCOPE: FieldError = {
  field: "scope",
  code: "inclusion",
  message: "is not made of read, write and admin",
};

function requireHolder(user: User | null, scopes: readonly Scope[]): asserts user is User {
  if (!user) throw invalid({ field: "user", code: "not_found", message: "is nobody's e-mail address" });
  if (!user.active) throw invalid({ field: "user", code: "invalid", message: "is disabled" });
  if (!roleMayHold(user.role, scopes)) {
    throw invalid({ field: "scope", code: "invalid", message: "admin is for administrators" });
  }
}
