import type { FontFamily, TypesetRequest, TypesetResult } from "@cartulary/composition";

/** What a worker is asked once it has its compiler. */
export type WorkerRequest = { readonly kind: "typeset"; readonly request: TypesetRequest } | { readonly kind: "fonts" };

export type FontsResult = readonly FontFamily[];

/** What a worker says. */
export type FromWorker =
  | { readonly kind: "ready" }
  | {
      readonly kind: "done";
      readonly output: TypesetResult | FontsResult;
      /** What the compiler has grown to. */
      readonly memoryBytes: number;
    }
  /** The compiler is in no state to go on. */
  | { readonly kind: "trapped"; readonly reason: "memory" | "crash" };
