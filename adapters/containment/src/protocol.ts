/** Messages from a pool to its child; frames.ts encodes them. */
export type ToChild =
  | {
      readonly kind: "job";
      readonly input: unknown;
      readonly sourceCount: number;
      /** CPU time after which the child ends itself. */
      readonly cpuMilliseconds: number;
    }
  /** The next bytes of the source of the oldest pending request; `null` at its end. */
  | { readonly kind: "piece"; readonly bytes: Uint8Array | null }
  /** The oldest pending output was consumed. */
  | { readonly kind: "taken" };

/** Messages from a child to its pool. */
export type FromChild =
  | { readonly kind: "ready" }
  | { readonly kind: "pull"; readonly source: number }
  | { readonly kind: "output"; readonly bytes: Uint8Array }
  | { readonly kind: "done"; readonly output: unknown; readonly memoryBytes: number }
  | { readonly kind: "failed"; readonly message: string };
