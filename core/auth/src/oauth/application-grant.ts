import type { Instant, Scope } from "@cartulary/kernel";
import type { ApplicationId } from "./application.ts";

/** An application with tokens of a user, as the user sees it. */
export interface ApplicationGrant {
  readonly applicationId: ApplicationId;
  readonly name: string;
  /** The union of the tokens' scopes. */
  readonly scopes: readonly Scope[];
  /** Creation times of the first and last token. */
  readonly since: Instant;
  readonly renewedAt: Instant;
}
