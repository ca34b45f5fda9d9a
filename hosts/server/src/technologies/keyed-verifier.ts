import type { AssertionVerifier } from "@cartulary/auth";

/** A verifier that reads its keys when they are first needed: commands that verify nothing need none. */
export interface KeyedVerifier extends AssertionVerifier {
  /** Rejects where the keys cannot be read. */
  ready(): Promise<void>;
}
