import { type Digests, isStorable, type Transact } from "@cartulary/kernel";
import type { Application } from "./application.ts";
import { oauthError } from "./oauth-error.ts";
import type { AuthStores } from "./ports.ts";
import { SECRET_LENGTH_MAX } from "./token.ts";

/** What an application says it is and what it proves it with. */
export interface ClientCredentials {
  readonly clientId: string | null;
  readonly clientSecret: string | null;
}

/** Code points of the longest client id. */
export const CLIENT_ID_MAX = 255;

/** A digest of nothing that anybody could send: an unknown client costs what a known one does. */
const NO_DIGEST = "0".repeat(64);

/**
 * The application that these credentials prove, by its secret or, for a public one, by having none.
 * Anything else is `invalid_client`, in the same words and after the same work (auth.md 1.0 and section 8, rows 21, 22).
 */
export async function authenticateClient(
  { transact, digests }: { readonly transact: Transact<Pick<AuthStores, "applications">>; readonly digests: Digests },
  { clientId, clientSecret }: ClientCredentials,
): Promise<Application> {
  const application = clientId === null ? null : await find(transact, clientId);
  const proved = isProof(digests, clientSecret, application?.secretHash ?? null);
  const isPublic = application?.confidential === false && clientSecret === null;
  if (!application || !(proved || isPublic)) {
    throw oauthError("invalid_client", "Client authentication failed: unknown client, or not its secret");
  }
  return application;
}

async function find(
  transact: Transact<Pick<AuthStores, "applications">>,
  clientId: string,
): Promise<Application | null> {
  if (clientId.length > CLIENT_ID_MAX || !isStorable(clientId)) return null;
  return transact.read(({ applications }) => applications.findByClientId(clientId));
}

function isProof(digests: Digests, secret: string | null, secretHash: string | null): boolean {
  const judged = secret !== null && secret.length <= SECRET_LENGTH_MAX ? secret : null;
  const matches = digests.equal(digests.sha256(judged ?? ""), secretHash ?? NO_DIGEST);
  return matches && judged !== null && secretHash !== null;
}
