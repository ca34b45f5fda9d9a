import { REFERENCE_CLIENT_ID, type TokenEndpoint } from "@cartulary/auth";
import { DomainError } from "@cartulary/kernel";
import type { Hono } from "hono";
import { countRequest } from "../guards/rate-limit.ts";
import { errorPage } from "../pages/error-page.ts";
import { methodNotAllowed } from "../requests/parse-request.ts";
import { type RequestDependencies, respond } from "../requests/respond.ts";
import { cookie, newSecret, REFERENCE_COOKIE, type Site, secretIn, siteOf } from "../sessions/cookies.ts";
import { isSeal, seal } from "../sessions/seal.ts";
import type { Answer, Trace } from "../transport/answer.ts";
import { htmlAnswer } from "../transport/page.ts";
import { queryOf } from "../transport/query.ts";
import { SIGN_IN_PATH, SIGNED_IN_PATH } from "./first-page.ts";
import { referencePage } from "./reference.ts";

/** Dependencies of {@link mountReferenceSignIn}. */
interface SignInDependencies extends RequestDependencies {
  readonly signIn: TokenEndpoint;
  /** Base of absolute URLs without a trailing slash. */
  readonly baseUrl: () => string;
}

/** The scopes that the reference requests; administration needs another application. */
const SCOPE = "read write";

/** Returns the redirect URI of the API reference on a server with this public URL, which has no trailing slash. */
export function referenceRedirectUri(baseUrl: string): string {
  return baseUrl + SIGNED_IN_PATH;
}

/**
 * Signs the reader of the API reference in, with the authorization code grant and PKCE of this server (outside.md 5.3).
 * The server keeps the code verifier in a cookie and exchanges the code itself: the reference has an opaque origin, and
 * so neither cookies nor requests (docs/decisions/0169). The two paths are no operations of the API.
 */
export function mountReferenceSignIn(app: Hono, dependencies: SignInDependencies): void {
  const site = siteOf(dependencies.publicUrl);
  for (const [path, answer] of [
    [SIGN_IN_PATH, begin],
    [SIGNED_IN_PATH, finish],
  ] as const) {
    app.all(path, (context) => {
      const { raw } = context.req;
      const refuse: NonNullable<Parameters<typeof respond>[2]["refuse"]> = (refusal, requestId) =>
        errorPage(raw, site.base, refusal, requestId);
      return respond(context, dependencies, { path, refuse, headers: PRIVATE }, async (trace) => {
        if (raw.method !== "GET") throw methodNotAllowed(["GET"]);
        return answer({ request: raw, site, trace }, dependencies);
      });
    });
  }
}

const PRIVATE = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };

interface Visit {
  readonly request: Request;
  readonly site: Site;
  readonly trace: Trace;
}

/** Redirects to the consent page. The state is signed with the verifier, so that another browser's code is not taken. */
async function begin({ site }: Visit, { baseUrl }: SignInDependencies): Promise<Answer> {
  const verifier = newSecret();
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const query = new URLSearchParams({
    response_type: "code",
    client_id: REFERENCE_CLIENT_ID,
    redirect_uri: referenceRedirectUri(baseUrl()),
    scope: SCOPE,
    state: await seal(verifier, "reference"),
    code_challenge: Buffer.from(digest).toString("base64url"),
    code_challenge_method: "S256",
  });
  return redirect(`${site.base}/oauth/authorize?${query}`, cookie(REFERENCE_COOKIE, verifier, site));
}

/**
 * Shows the reference with the token. A page that is loaded again has no verifier any more, and goes back to /docs: a
 * second exchange would end the token.
 */
async function finish({ request, site, trace }: Visit, dependencies: SignInDependencies): Promise<Answer> {
  const { signIn, baseUrl, addressRateLimit } = dependencies;
  const sent = new Map(queryOf(request.url));
  const verifier = secretIn(request, REFERENCE_COOKIE, site);
  const forget = cookie(REFERENCE_COOKIE, null, site);
  if (verifier === null || !(await isSeal(sent.get("state") ?? "", verifier, "reference"))) {
    return redirect(`${site.base}/docs`);
  }
  const code = sent.get("code");
  if (code === undefined) return shown(request, forget, { outcome: "refused" });
  if (addressRateLimit) countRequest(addressRateLimit, trace.requestSource.network, trace);
  const base = baseUrl();
  const tokenRequest = {
    ...{ grantType: "authorization_code", clientId: REFERENCE_CLIENT_ID },
    ...{ code, codeVerifier: verifier, redirectUri: referenceRedirectUri(base) },
  };
  try {
    const { accessToken, expiresIn } = await signIn.token(tokenRequest, trace.requestSource);
    return await shown(request, forget, { outcome: "signedIn", accessToken, expiresIn, baseUrl: base });
  } catch (error) {
    if (error instanceof DomainError && error.code === "invalid_grant") {
      return shown(request, forget, { outcome: "refused" });
    }
    throw error;
  }
}

async function shown(
  request: Request,
  headers: Readonly<Record<string, string>>,
  signIn: Parameters<typeof referencePage>[1],
): Promise<Answer> {
  const page = await referencePage(request, signIn);
  return htmlAnswer(page.status, page.value, { ...page.headers, ...headers });
}

function redirect(Location: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 303, headers: { Location, ...headers } };
}
