import { type Clock, type Digests, isStorable, type NewId, type Transact } from "@cartulary/kernel";
import { type RateLimiter, rateLimited } from "../limits/rate-limiter.ts";
import { recordFailure } from "../limits/record-failure.ts";
import type { Limit } from "../limits/sliding-window.ts";
import { countWrong, countWrongSecret, WRONG_SECRETS } from "../limits/wrong-secrets.ts";
import type { AuthStores } from "../ports.ts";
import type { RequestSource } from "../request-source.ts";
import { formOf, SECRET_LENGTH_MAX } from "../tokens/token-format.ts";
import type { Application } from "./application.ts";
import { oauthError } from "./oauth-error.ts";

export interface ClientCredentials {
  readonly clientId: string | null;
  readonly clientSecret: string | null;
}

/** Maximum length in characters. */
export const CLIENT_ID_MAX = 255;

/** Matches no secret: an unknown client takes the same time as a known one. */
const NO_DIGEST = "0".repeat(64);

interface Dependencies {
  readonly transact: Transact<Pick<AuthStores, "applications" | "refusals" | "audit">>;
  readonly rateLimiter: RateLimiter;
  readonly digests: Digests;
  readonly clock: Clock;
  readonly newId: NewId;
}

/**
 * Authenticates a client by its secret, or a public one by its absence. Otherwise throws `invalid_client`, with the
 * same text and after the same work for every reason (auth.md 1.0 and section 8, rows 21, 22); records a wrong secret
 * in the audit trail; throws 429 after too many of them. A correct issued secret always works. A chosen secret can be
 * guessed, so after too many wrong ones the correct one is rejected as well.
 */
export async function authenticateClient(
  dependencies: Dependencies,
  { clientId, clientSecret }: ClientCredentials,
  requestSource: RequestSource,
): Promise<Application> {
  const { transact, digests, rateLimiter } = dependencies;
  const application = await findApplication(transact, clientId);
  const form = clientSecret === null ? null : formOf(clientSecret);
  const guesses = guessesAt(application, requestSource);
  const exceeded = form === "chosen" ? await rateLimiter.peek(guesses) : null;
  if (exceeded) throw rateLimited(exceeded);
  const isProved = isProof(digests, clientSecret, application?.secretHash ?? null);
  const isPublic = application?.confidential === false && clientSecret === null;
  if (application && (isProved || isPublic)) return application;
  if (form === "chosen") await countWrong(rateLimiter, guesses);
  if (form === "issued") await countWrongSecret(rateLimiter, "clientSecret", requestSource);
  if (form !== null) await recordWrongSecret(dependencies, application, requestSource);
  throw oauthError("invalid_client", "Client authentication failed: unknown client, or not its secret");
}

/**
 * Wrong chosen secrets count per client and network. Unknown clients share one counter, because invented names would
 * otherwise grow the table without limit.
 */
function guessesAt(application: Application | null, { network }: RequestSource): Limit {
  const client = application ? `client ${application.id}` : "unknown clients";
  return { key: `chosen secrets of ${client} from ${network}`, ...WRONG_SECRETS };
}

/** Finds an application by client id; `null` if unknown. */
export async function findApplication(
  transact: Transact<Pick<AuthStores, "applications">>,
  clientId: string | null,
): Promise<Application | null> {
  if (clientId === null || clientId.length > CLIENT_ID_MAX || !isStorable(clientId)) return null;
  return transact.single(({ applications }) => applications.findByClientId(clientId));
}

/** Does not record an unknown client id, which may be a secret in the wrong field. */
async function recordWrongSecret(
  { transact, ...dependencies }: Dependencies,
  application: Application | null,
  requestSource: RequestSource,
): Promise<void> {
  const entry = {
    action: "client_secret.refused",
    resourceType: "oauth_application",
    resourceId: application?.id ?? null,
  };
  await transact.write((stores) => recordFailure(stores, dependencies, { userId: null, ...requestSource }, entry));
}

function isProof(digests: Digests, secret: string | null, secretHash: string | null): boolean {
  const candidate = secret !== null && secret.length <= SECRET_LENGTH_MAX ? secret : null;
  const matches = digests.timingSafeEqual(digests.sha256(candidate ?? ""), secretHash ?? NO_DIGEST);
  return matches && candidate !== null && secretHash !== null;
}
