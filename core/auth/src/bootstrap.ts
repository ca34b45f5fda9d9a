import { newUser, userErrors } from "@cartulary/directory";
import { codePoints, type FieldError, type Instant, requireSound, type Transact } from "@cartulary/kernel";
import { normalisedPassword, passwordError } from "./accounts/password.ts";
import type { Application } from "./oauth/application.ts";
import { CLIENT_ID_MAX } from "./oauth/client.ts";
import type { AuthStores, PasswordHash } from "./ports.ts";
import { base62 } from "./tokens/base62.ts";
import { newToken, SECRET_LENGTH_MAX } from "./tokens/token.ts";
import type { TokenIssuing } from "./tokens/tokens.ts";

/** Characters of the shortest client secret that may be given; one that we issue is longer (auth.md 1.0). */
export const CLIENT_SECRET_MIN = 16;

/** Who and what may sign in first. A secret that is `null` is generated. */
export interface FirstAccess {
  readonly emailAddress: string;
  readonly password: string | null;
  readonly clientId: string;
  readonly clientSecret: string | null;
}

/** What was made. A generated secret is told here and never again; one that was given is `null`. */
export interface Bootstrapped {
  readonly emailAddress: string;
  readonly generatedPassword: string | null;
  readonly clientId: string;
  readonly generatedClientSecret: string | null;
}

/** The first start of an installation (host.md). */
export interface Bootstrap {
  /**
   * On a database without users, makes the first super administrator and the first application; `null` when somebody
   * is there already, be it made by another host in this very moment. A value that will not do is 422 on its field.
   */
  ensureFirstAccess(wanted: FirstAccess): Promise<Bootstrapped | null>;
}

interface Dependencies extends TokenIssuing {
  readonly transact: Transact<AuthStores>;
  readonly passwordHash: PasswordHash;
}

/** The first start over a database; several hosts may make it at once. */
export function createBootstrap(dependencies: Dependencies): Bootstrap {
  const { transact, passwordHash, secrets } = dependencies;
  const isEmpty = () => transact.read(({ users }) => users.isEmpty());
  return {
    async ensureFirstAccess(wanted) {
      if (!(await isEmpty())) return null;
      const password = wanted.password ?? base62(secrets.randomBytes(16), GENERATED_PASSWORD_LENGTH);
      const clientSecret = wanted.clientSecret ?? newToken("clientSecret", secrets);
      requireSound(errorsOf({ ...wanted, password, clientSecret }));
      const phc = await passwordHash.hash(normalisedPassword(password));
      const first = { ...wanted, phc, clientSecret };
      const made = await transact
        .write((stores) => make(stores, dependencies, first))
        .catch(async (error: unknown) => {
          // Of two hosts that start at once on one database, the unique e-mail address lets one through.
          if (await isEmpty()) throw error;
          return false;
        });
      if (!made) return null;
      return {
        emailAddress: wanted.emailAddress,
        generatedPassword: wanted.password === null ? password : null,
        clientId: wanted.clientId,
        generatedClientSecret: wanted.clientSecret === null ? clientSecret : null,
      };
    },
  };
}

/** 128 bits in base 62. */
const GENERATED_PASSWORD_LENGTH = 22;

interface First {
  readonly emailAddress: string;
  readonly phc: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** False when somebody was there. */
async function make(stores: AuthStores, issuing: TokenIssuing, first: First): Promise<boolean> {
  if (!(await stores.users.isEmpty())) return false;
  const now = issuing.clock.now();
  const input = { emailAddress: first.emailAddress, role: "super_admin" } as const;
  const user = newUser(input, { id: issuing.newId<"User">(), now });
  await stores.users.insert(user);
  await stores.credentials.save(user.id, first.phc, now);
  await stores.applications.insert(firstApplication(first, issuing, now));
  return true;
}

function firstApplication(
  { clientId, clientSecret }: First,
  { newId, digests }: TokenIssuing,
  now: Instant,
): Application {
  return {
    id: newId<"Application">(),
    clientId,
    secretHash: digests.sha256(clientSecret),
    name: clientId,
    redirectUris: ["http://127.0.0.1/callback"],
    scopes: ["read", "write", "admin"],
    defaultScopes: ["read", "write"],
    confidential: true,
    trusted: true,
    createdAt: now,
  };
}

/** What a client id and a secret are made of (RFC 6749 appendix A.1 and A.2). */
const VISIBLE = /^[ -~]+$/;

function errorsOf({
  emailAddress,
  password,
  clientId,
  clientSecret,
}: FirstAccess & { readonly password: string; readonly clientSecret: string }): readonly (FieldError | null)[] {
  return [
    ...userErrors({ emailAddress }),
    passwordError(password),
    VISIBLE.test(clientId) && clientId.length <= CLIENT_ID_MAX ? null : UNFIT_CLIENT_ID,
    clientSecretError(clientSecret),
  ];
}

const UNFIT_CLIENT_ID: FieldError = {
  field: "clientId",
  code: "invalid",
  message: `is not 1 to ${CLIENT_ID_MAX} visible ASCII characters`,
};

function clientSecretError(secret: string): FieldError | null {
  const field = "clientSecret";
  if (codePoints(secret) < CLIENT_SECRET_MIN) {
    return { field, code: "too_short", message: `is too short (minimum is ${CLIENT_SECRET_MIN} characters)` };
  }
  if (secret.length > SECRET_LENGTH_MAX) {
    return { field, code: "too_long", message: `is too long (maximum is ${SECRET_LENGTH_MAX} characters)` };
  }
  return VISIBLE.test(secret) ? null : { field, code: "invalid", message: "holds more than visible ASCII characters" };
}
