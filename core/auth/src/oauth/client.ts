import { type Clock, type Digests, isStorable, type NewId, type Transact } from "@cartulary/kernel";
import { type RateLimiter, rateLimited } from "../limits/rate-limiter.ts";
import { recordRefusal } from "../limits/refusals.ts";
import type { Limit } from "../limits/sliding-log.ts";
import { countWrong, countWrongSecret, WRONG_SECRETS } from "../limits/wrong-secrets.ts";
import type { AuthStores } from "../ports.ts";
import { formOf, SECRET_LENGTH_MAX } from "../tokens/token.ts";
import type { Visitor } from "../visitor.ts";
import type { Application } from "./application.ts";
import { oauthError } from "./oauth-error.ts";

/** What an application says it is and what it proves it with. */
export interface ClientCredentials {
  readonly clientId: string | null;
  readonly clientSecret: string | null;
}

/** Code points of the longest client id. */
export const CLIENT_ID_MAX = 255;

/** A digest of nothing that anybody could send: an unknown client costs what a known one does. */
const NO_DIGEST = "0".repeat(64);

interface Dependencies {
  readonly transact: Transact<Pick<AuthStores, "applications" | "refusals" | "audit">>;
  readonly rateLimiter: RateLimiter;
  readonly digests: Digests;
  readonly clock: Clock;
  readonly newId: NewId;
}

/**
 * The application that these credentials prove, by its secret or, for a public one, by having none.
 * Anything else is `invalid_client`, in the same words and after the same work (auth.md 1.0 and section 8, rows 21, 22);
 * a secret that was refused leaves a trail, and after too many of them it is 429. A right secret that we issued is never
 * refused; one that somebody chose can be guessed, so that after too many wrong ones for its client the right one is, too.
 */
export async function authenticateClient(
  dependencies: Dependencies,
  { clientId, clientSecret }: ClientCredentials,
  visitor: Visitor,
): Promise<Application> {
  const { transact, digests, rateLimiter } = dependencies;
  const application = await findApplication(transact, clientId);
  const form = clientSecret === null ? null : formOf(clientSecret);
  const guesses = guessesAt(application, visitor);
  const full = form === "chosen" ? await rateLimiter.look(guesses) : null;
  if (full) throw rateLimited(full);
  const proved = isProof(digests, clientSecret, application?.secretHash ?? null);
  const isPublic = application?.confidential === false && clientSecret === null;
  if (application && (proved || isPublic)) return application;
  if (form === "chosen") await countWrong(rateLimiter, guesses);
  if (form === "issued") await countWrongSecret(rateLimiter, "clientSecret", visitor);
  if (form !== null) await refuseSecret(dependencies, application, visitor);
  throw oauthError("invalid_client", "Client authentication failed: unknown client, or not its secret");
}

/**
 * Secrets that somebody chose count against the client that they are sent for, from one network. All clients that there
 * are not share one counter: a counter for each name that anybody invents would be a table that anybody can grow.
 */
function guessesAt(application: Application | null, { network }: Visitor): Limit {
  const client = application ? `client ${application.id}` : "unknown clients";
  return { key: `chosen secrets of ${client} from ${network}`, ...WRONG_SECRETS };
}

/** The application that says it is this; `null` when none does. */
export async function findApplication(
  transact: Transact<Pick<AuthStores, "applications">>,
  clientId: string | null,
): Promise<Application | null> {
  if (clientId === null || clientId.length > CLIENT_ID_MAX || !isStorable(clientId)) return null;
  return transact.single(({ applications }) => applications.findByClientId(clientId));
}

/** What an unknown client says it is may be anything, a secret in the wrong field too, and is not kept. */
async function refuseSecret(
  { transact, ...dependencies }: Dependencies,
  application: Application | null,
  visitor: Visitor,
): Promise<void> {
  const deed = {
    action: "client_secret.refused",
    resourceType: "oauth_application",
    resourceId: application?.id ?? null,
  };
  await transact.write((stores) => recordRefusal(stores, dependencies, { userId: null, ...visitor }, deed));
}

function isProof(digests: Digests, secret: string | null, secretHash: string | null): boolean {
  const judged = secret !== null && secret.length <= SECRET_LENGTH_MAX ? secret : null;
  const matches = digests.equal(digests.sha256(judged ?? ""), secretHash ?? NO_DIGEST);
  return matches && judged !== null && secretHash !== null;
}
