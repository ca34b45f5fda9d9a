import { newUser, userErrors } from "@cartulary/directory";
import { codePoints, type FieldError, type Instant, type Transact, throwIfInvalid } from "@cartulary/kernel";
import { normalisedPassword, passwordError } from "./accounts/password.ts";
import type { Application } from "./oauth/application.ts";
import { CLIENT_ID_MAX } from "./oauth/client.ts";
import {
  isReferenceApplication,
  REFERENCE_CLIENT_ID,
  storeReferenceApplication,
} from "./oauth/reference-application.ts";
import type { AuthStores, PasswordHash } from "./ports.ts";
import { base62 } from "./tokens/base62.ts";
import type { TokenIssuer } from "./tokens/issue-token.ts";
import { newToken, SECRET_LENGTH_MAX } from "./tokens/token-format.ts";

/** Minimum length of a configured client secret; issued ones are longer (auth.md 1.0). */
export const CLIENT_SECRET_MIN = 16;

/** The first user and application. Secrets that are `null` are generated. */
export interface FirstAccess {
  readonly emailAddress: string;
  readonly password: string | null;
  readonly clientId: string;
  readonly clientSecret: string | null;
}

/** The first access. Generated secrets are shown here only; configured ones are `null`. */
export interface BootstrapResult {
  readonly emailAddress: string;
  readonly generatedPassword: string | null;
  readonly clientId: string;
  readonly generatedClientSecret: string | null;
}

/** First start of an installation (host.md). */
export interface Bootstrap {
  /**
   * Creates the first super administrator and the first application in a database without users. Returns `null` when
   * there are users, also when another host creates them concurrently. Throws 422 for invalid values.
   */
  ensureFirstAccess(configured: FirstAccess): Promise<BootstrapResult | null>;

  /**
   * Creates the application of the API reference, or changes its redirect URI to this one (outside.md 5.3). Writes
   * nothing when both are stored. Other hosts may do the same concurrently.
   */
  ensureReferenceApplication(redirectUri: string): Promise<void>;
}

interface Dependencies extends TokenIssuer {
  readonly transact: Transact<AuthStores>;
  readonly passwordHash: PasswordHash;
}

/** Creates the bootstrap service. Several hosts may run it concurrently. */
export function createBootstrap(dependencies: Dependencies): Bootstrap {
  const { transact, passwordHash, secrets } = dependencies;
  const isEmpty = () => transact.read(({ users }) => users.isEmpty());
  return {
    async ensureFirstAccess(configured) {
      if (!(await isEmpty())) return null;
      const password = configured.password ?? base62(secrets.randomBytes(16), GENERATED_PASSWORD_LENGTH);
      const clientSecret = configured.clientSecret ?? newToken("clientSecret", secrets);
      throwIfInvalid(errorsOf({ ...configured, password, clientSecret }));
      const phc = await passwordHash.hash(normalisedPassword(password));
      const first = { ...configured, phc, clientSecret };
      const isCreated = await transact
        .write((stores) => createFirstAccess(stores, dependencies, first))
        .catch(async (error: unknown) => {
          // Of two hosts that start concurrently, the unique e-mail address lets one succeed.
          if (await isEmpty()) throw error;
          return false;
        });
      if (!isCreated) return null;
      return {
        emailAddress: configured.emailAddress,
        generatedPassword: configured.password === null ? password : null,
        clientId: configured.clientId,
        generatedClientSecret: configured.clientSecret === null ? clientSecret : null,
      };
    },

    async ensureReferenceApplication(redirectUri) {
      const find = () => transact.read(({ applications }) => applications.findByClientId(REFERENCE_CLIENT_ID));
      if (isReferenceApplication(await find(), redirectUri)) return;
      const { newId, clock } = dependencies;
      const store = () =>
        transact.write(({ applications }) =>
          storeReferenceApplication(applications, redirectUri, { newId, now: clock.now() }),
        );
      await store().catch(async (error: unknown) => {
        // Of two hosts that start concurrently, the unique client id lets one insert; the other sets its own address.
        if (!(await find())) throw error;
        await store();
      });
    },
  };
}

const GENERATED_PASSWORD_LENGTH = 22;

interface First {
  readonly emailAddress: string;
  readonly phc: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Returns false when there are users already. */
async function createFirstAccess(stores: AuthStores, issuing: TokenIssuer, first: First): Promise<boolean> {
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
  { newId, digests }: TokenIssuer,
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

/** Characters of client ids and secrets (RFC 6749 appendix A.1 and A.2). */
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
  return VISIBLE.test(secret)
    ? null
    : { field, code: "invalid", message: "must contain only visible ASCII characters" };
}
