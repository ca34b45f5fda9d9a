import type { Digests, Id, Instant, Scope, UserId } from "@cartulary/kernel";
import type { Application, ApplicationId } from "./application.ts";
import { provesChallenge } from "./pkce.ts";

/** How long a code can be exchanged (auth.md 1.1). */
export const AUTHORIZATION_CODE_SECONDS = 600;

/** A code as it is stored: what somebody agreed to, to be exchanged once for tokens. */
export interface AuthorizationCode {
  readonly id: Id<"AuthorizationCode">;
  /** SHA-256 of the whole code, lower-case hexadecimal; unique. */
  readonly hash: string;
  readonly applicationId: ApplicationId;
  readonly userId: UserId;
  /** The family that its tokens will be of, so that a second exchange can end them. */
  readonly familyId: Id<"TokenFamily">;
  readonly redirectUri: string;
  readonly scopes: readonly Scope[];
  /** By S256; `null` when there was none. */
  readonly codeChallenge: string | null;
  readonly createdAt: Instant;
  /** Valid while now is before it. */
  readonly expiresAt: Instant;
  readonly usedAt: Instant | null;
}

/** What whoever brings a code says and proves beside it. */
export interface CodeProof {
  readonly application: Pick<Application, "id">;
  readonly redirectUri: string;
  readonly codeVerifier: string | null;
}

/** Why a proof does not fit the code, in words that tell nothing of the code; `null` when it fits. */
export type CodeProblem = "other_application" | "other_redirect_uri" | "verifier_missing" | "verifier_wrong";

/**
 * Judges the proof before anything is said or done about the code itself, so that a thief without the verifier can
 * neither use it up nor end the tokens that came of it (auth.md 1.1). A verifier for a code without challenge is wrong
 * too: somebody took the challenge out on the way.
 */
export function codeProblem(code: AuthorizationCode, proof: CodeProof, digests: Digests): CodeProblem | null {
  if (code.applicationId !== proof.application.id) return "other_application";
  if (code.redirectUri !== proof.redirectUri) return "other_redirect_uri";
  if (code.codeChallenge === null) return proof.codeVerifier === null ? null : "verifier_wrong";
  if (proof.codeVerifier === null) return "verifier_missing";
  return provesChallenge(proof.codeVerifier, code.codeChallenge, digests) ? null : "verifier_wrong";
}
