import type { AssertionVerifier } from "@cartulary/auth";

/** A verifier that reads its keys on first use: most commands need none. */
export interface LazyVerifier extends AssertionVerifier {
  /** Rejects when the keys cannot be read. */
  ready(): Promise<void>;
}
