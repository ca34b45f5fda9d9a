import type { Id, Instant, NewId } from "@cartulary/kernel";
import type { ApplicationStore } from "../ports.ts";
import type { Application } from "./application.ts";

/** The client id with which the API reference signs its reader in (outside.md 5.3). */
export const REFERENCE_CLIENT_ID = "cartulary-docs";

/**
 * Stores the application of the API reference: public, so that it needs PKCE, and not trusted, so that it needs consent.
 * An application that is stored gets the redirect URI, because the address of a server may change; a confidential one
 * with this id is another application, and stays as it is.
 */
export async function storeReferenceApplication(
  applications: ApplicationStore,
  redirectUri: string,
  { newId, now }: { readonly newId: NewId; readonly now: Instant },
): Promise<void> {
  const stored = await applications.findByClientId(REFERENCE_CLIENT_ID);
  if (!stored) return applications.insert(referenceApplication(newId<"Application">(), redirectUri, now));
  if (!stored.confidential) await applications.saveRedirectUris(stored.id, [redirectUri]);
}

/** True if the application of the API reference may redirect to this URI, or has been replaced by another one. */
export function isReferenceApplication(stored: Application | null, redirectUri: string): boolean {
  return stored !== null && (stored.confidential || stored.redirectUris.includes(redirectUri));
}

function referenceApplication(id: Id<"Application">, redirectUri: string, createdAt: Instant): Application {
  return {
    id,
    clientId: REFERENCE_CLIENT_ID,
    secretHash: null,
    name: "Cartulary API reference",
    redirectUris: [redirectUri],
    scopes: ["read", "write"],
    defaultScopes: ["read", "write"],
    confidential: false,
    trusted: false,
    createdAt,
  };
}
