import { EMAIL_ADDRESS_MAX } from "@cartulary/directory";
import {
  type DomainError,
  isStorable,
  line,
  millisecondsOf,
  type Scope,
  type Transact,
  type UserId,
} from "@cartulary/kernel";
import type { Application } from "./application.ts";
import { authenticateClient } from "./client.ts";
import { oauthError } from "./oauth-error.ts";
import { isHashable, normalisedPassword } from "./password.ts";
import type { AuthStores, PasswordHash } from "./ports.ts";
import { roleMayHold, scopesFor, writeScopes } from "./scope.ts";
import { type Minting, mint, TOKEN_SECONDS } from "./tokens.ts";

/** What POST /oauth/token is asked. An empty text says as much as an absent one (RFC 6749 section 3.1). */
export interface TokenRequest {
  readonly grantType?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** The user's e-mail address, in any case. */
  readonly username?: string;
  readonly password?: string;
  /** Space separated. */
  readonly scope?: string;
}

/** The two tokens of a sign-in (auth.md 1.3), answered once and never known again. */
export interface TokenReply {
  readonly accessToken: string;
  readonly tokenType: "Bearer";
  /** Seconds that the access token lives. */
  readonly expiresIn: number;
  readonly refreshToken: string;
  /** Space separated. */
  readonly scope: string;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly createdAt: number;
}

/** Exchanges what people know for tokens. */
export interface SignIn {
  /**
   * Answers one of the grants; today the password grant (auth.md 1.2), of applications that are trusted and prove who
   * they are. Throws an {@link oauthError}; an unknown person, a wrong password and a disabled person are the same one.
   */
  token(request: TokenRequest): Promise<TokenReply>;
}

interface Dependencies extends Minting {
  readonly transact: Transact<AuthStores>;
  readonly passwordHash: PasswordHash;
}

/** Sign-in over a database; nothing of it is limited in rate here. */
export function createSignIn(dependencies: Dependencies): SignIn {
  return {
    async token(request) {
      requirePasswordGrant(said(request.grantType));
      const application = await authenticateClient(dependencies, {
        clientId: said(request.clientId),
        clientSecret: said(request.clientSecret),
      });
      requireTrusted(application);
      const scopes = scopesFor(application, said(request.scope));
      if (!scopes) throw oauthError("invalid_scope", "The scope is unknown, or more than this application may have");
      const username = said(request.username);
      const password = said(request.password);
      if (username === null || password === null) {
        throw oauthError("invalid_request", "The password grant needs username and password");
      }
      return signIn(dependencies, { application, scopes, username, password });
    },
  };
}

function said(text: string | undefined): string | null {
  return text === undefined || text === "" ? null : text;
}

function requirePasswordGrant(grantType: string | null): void {
  if (grantType === null) throw oauthError("invalid_request", "The grant_type is missing");
  if (grantType !== "password") throw oauthError("unsupported_grant_type", "This grant_type is not served");
}

/** A public client cannot keep a password to itself any better than a secret (auth.md 1.0). */
function requireTrusted({ trusted, confidential }: Application): void {
  if (trusted && confidential) return;
  throw oauthError("unauthorized_client", "This application may not use the password grant");
}

interface PasswordSignIn {
  readonly application: Application;
  readonly scopes: readonly Scope[];
  readonly username: string;
  readonly password: string;
}

/**
 * The slow comparison stands outside any transaction, so what it rested on is looked at again in the one that writes.
 * When the password was replaced in between, or only hashed anew by a sign-in beside this one, everything starts over.
 */
async function signIn(dependencies: Dependencies, asked: PasswordSignIn): Promise<TokenReply> {
  const { transact, passwordHash } = dependencies;
  const proof = await prove(dependencies, asked);
  const rehashed = passwordHash.isOutdated(proof.phc)
    ? await passwordHash.hash(normalisedPassword(asked.password))
    : null;
  const reply = await transact.write((stores) => issue(stores, dependencies, { ...asked, ...proof, rehashed }));
  return reply ?? signIn(dependencies, asked);
}

interface Proof {
  readonly userId: UserId;
  /** The stored hash that the password matched. */
  readonly phc: string;
}

async function prove({ transact, passwordHash }: Dependencies, { username, password }: PasswordSignIn): Promise<Proof> {
  const known = await transact.read((stores) => credentialOf(stores, username));
  const hashable = isHashable(password);
  const matches = await passwordHash.verify(
    hashable ? normalisedPassword(password) : "",
    hashable && known ? known.phc : null,
  );
  if (!known || !matches) throw invalidGrant();
  return known;
}

/** What an active person of this e-mail address proves a password against; `null` for everybody else. */
async function credentialOf({ users, credentials }: AuthStores, username: string): Promise<Proof | null> {
  const emailAddress = line(username);
  if (emailAddress.length > EMAIL_ADDRESS_MAX * 2 || !isStorable(emailAddress)) return null;
  const user = await users.findByEmail(emailAddress);
  if (!user?.active) return null;
  const phc = await credentials.find(user.id);
  return phc === null ? null : { userId: user.id, phc };
}

async function issue(
  { users, credentials, tokens }: AuthStores,
  minting: Minting,
  { application, scopes, userId, phc, rehashed }: PasswordSignIn & Proof & { readonly rehashed: string | null },
): Promise<TokenReply | null> {
  // Locked, so that a deactivation or a new password beside this ends what is issued here too.
  const user = await users.lock(userId);
  if (!user?.active) throw invalidGrant();
  if ((await credentials.find(userId)) !== phc) return null;
  if (!roleMayHold(user.role, scopes)) {
    throw oauthError("invalid_scope", "The scope admin is for administrators");
  }
  const familyId = minting.newId<"TokenFamily">();
  const holder = { userId, applicationId: application.id, familyId, scopes, name: null };
  const access = mint(minting, "access", holder);
  const refresh = mint(minting, "refresh", holder);
  if (rehashed !== null) await credentials.save(userId, rehashed, access.record.createdAt);
  await tokens.insert([access.record, refresh.record]);
  return {
    accessToken: access.text,
    tokenType: "Bearer",
    expiresIn: TOKEN_SECONDS.access,
    refreshToken: refresh.text,
    scope: writeScopes(scopes),
    createdAt: Math.floor(millisecondsOf(access.record.createdAt) / 1000),
  };
}

function invalidGrant(): DomainError {
  return oauthError("invalid_grant", "Unknown user, wrong password, or an account that is disabled");
}
