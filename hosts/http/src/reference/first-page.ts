import { html } from "hono/html";
import type { Html } from "../pages/layout.ts";

/** The address at which the reference begins to sign its reader in. */
export const SIGN_IN_PATH = "/docs/sign-in";
/** The address to which the consent page sends the browser back. */
export const SIGNED_IN_PATH = "/docs/signed-in";

/** The state of a sign-in of the reference's reader. */
export type ReferenceSignIn =
  | { readonly outcome: "none" | "refused" }
  | {
      readonly outcome: "signedIn";
      readonly accessToken: string;
      /** Life of the token in seconds. */
      readonly expiresIn: number;
      /** Base of absolute URLs without a trailing slash. */
      readonly baseUrl: string;
    };

/**
 * Renders the first section of the reference: the way to a token, or the token. `root` is the relative path of the
 * server's root, so that the links work at any mount path.
 */
export function firstPage(signIn: ReferenceSignIn, root: string): Html {
  return html`<section id="token" style="${STYLE}" aria-labelledby="token-title">
<h2 id="token-title">Get a token in a minute</h2>
${signIn.outcome === "signedIn" ? tokenSteps(signIn) : signInSteps(signIn.outcome === "refused", root)}
<p>The token may read and write what you may. Tokens that live longer, for your own scripts, are at <a href="${root}/settings/tokens">settings/tokens</a>.</p>
</section>`;
}

const STYLE = "max-width:48rem;padding:0 1rem 1rem;font:1rem/1.5 system-ui,sans-serif";
const CODE_STYLE = "overflow-x:auto;padding:.75rem;border:1px solid #8888;border-radius:.25rem;user-select:all";

function signInSteps(isRefused: boolean, root: string): Html {
  return html`${isRefused ? html`<p role="alert">You are not signed in: access was refused, or it took too long. Try again.</p>` : ""}
<ol>
<li><a href="${root}${SIGN_IN_PATH}">Sign in</a> with your e-mail address and your password.</li>
<li>Allow the application “Cartulary API reference” to read and write for you.</li>
<li>You come back to this page. It shows your access token, a first request to copy, and examples with your token.</li>
</ol>`;
}

function tokenSteps({ accessToken, expiresIn, baseUrl }: ReferenceSignIn & { readonly outcome: "signedIn" }): Html {
  const request = `curl -H "Authorization: Bearer ${accessToken}" "${baseUrl}/api/v1/documents/workspaces"`;
  return html`<p>You are signed in. This is your access token. It works for ${Math.floor(expiresIn / 60)} minutes, and is shown once:</p>
<pre style="${CODE_STYLE}"><code id="access-token">${accessToken}</code></pre>
<p>A first request, which lists your workspaces:</p>
<pre style="${CODE_STYLE}"><code>${request}</code></pre>
<p>The examples below have your token. To end it, end the application “Cartulary API reference” at settings/tokens.</p>`;
}
