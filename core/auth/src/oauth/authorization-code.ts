import type { Digests, Id, Instant, Scope, UserId } from "@cartulary/kernel";
import type { Application, ApplicationId } from "./application.ts";
import { provesChallenge } from "./pkce.ts";

/** Time in which a code can be exchanged (auth.md 1.1). */
export const AUTHORIZATION_CODE_SECONDS = 600;

/** A stored authorization code, which can be exchanged once. */
export interface AuthorizationCode {
  readonly id: Id<"AuthorizationCode">;
  /** SHA-256 of the whole code, lower-case hexadecimal; unique. */
  readonly hash: string;
  readonly applicationId: ApplicationId;
  readonly userId: UserId;
  /** The family of its tokens, so that a second exchange can end them. */
  readonly familyId: Id<"TokenFamily">;
  readonly redirectUri: string;
  readonly scopes: readonly Scope[];
  /** S256 challenge; `null` when the request had none. */
  readonly codeChallenge: string | null;
  readonly createdAt: Instant;
  /** Valid before this time. */
  readonly expiresAt: Instant;
  readonly usedAt: Instant | null;
}

/** The parameters that a client sends with a code. */
export interface CodeProof {
  readonly application: Pick<Application, "id">;
  readonly redirectUri: string;
  readonly codeVerifier: string | null;
}

/** Reasons why a proof does not fit; they reveal nothing about the code. */
export type CodeProblem = "other_application" | "other_redirect_uri" | "verifier_missing" | "verifier_wrong";

/**
 * Checks the proof before the code is used or its tokens are ended, so that a thief without the verifier can do neither
 * (auth.md 1.1). Rejects a verifier for a code without challenge: an attacker may have removed the challenge.
 */
export function codeProblem(code: AuthorizationCode, proof: CodeProof, digests: Digests): CodeProblem | null {
  if (code.applicationId !== proof.application.id) return "other_application";
  if (code.redirectUri !== proof.redirectUri) return "other_redirect_uri";
  if (code.codeChallenge === null) return proof.codeVerifier === null ? null : "verifier_wrong";
  if (proof.codeVerifier === null) return "verifier_missing";
  return provesChallenge(proof.codeVerifier, code.codeChallenge, digests) ? null : "verifier_wrong";
}
