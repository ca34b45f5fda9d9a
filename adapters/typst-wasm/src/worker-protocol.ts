import type { Composition, FontFamily, TypesetResult, TypesetSources } from "@cartulary/composition";
import type { Instant } from "@cartulary/kernel";

/** What a worker is asked once it has its compiler. */
export type WorkerRequest =
  | { readonly kind: "typeset"; readonly work: TypesetSources | Composition; readonly createdAt: Instant }
  | { readonly kind: "fonts" };

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
