/** What a pool tells its child; frames.ts says how. */
export type ToChild =
  | {
      readonly kind: "job";
      readonly input: unknown;
      readonly sourceCount: number;
      /** CPU time after which the child ends itself. */
      readonly cpuMilliseconds: number;
    }
  /** The next bytes of the source that was asked first; `null` at its end. */
  | { readonly kind: "piece"; readonly bytes: Uint8Array | null }
  /** Whoever takes the output took what was written first. */
  | { readonly kind: "taken" };

/** What a child tells its pool. */
export type FromChild =
  | { readonly kind: "ready" }
  | { readonly kind: "pull"; readonly source: number }
  | { readonly kind: "output"; readonly bytes: Uint8Array }
  | { readonly kind: "done"; readonly output: unknown; readonly memoryBytes: number }
  | { readonly kind: "failed"; readonly message: string };
