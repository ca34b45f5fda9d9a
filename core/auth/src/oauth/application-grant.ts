import type { Instant, Scope } from "@cartulary/kernel";
import type { ApplicationId } from "./application.ts";

/** An application that has tokens of somebody, as that person sees it. */
export interface ApplicationGrant {
  readonly applicationId: ApplicationId;
  readonly name: string;
  /** Of all these tokens together. */
  readonly scopes: readonly Scope[];
  /** When the first and the last of these tokens were made. */
  readonly since: Instant;
  readonly renewedAt: Instant;
}
