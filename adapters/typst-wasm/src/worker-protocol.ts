import type { Composition, FontFamily, TypesetPicture, TypesetResult, TypesetSources } from "@cartulary/composition";
import type { Instant } from "@cartulary/kernel";

/** A request to a worker that has its compiler. */
export type WorkerRequest =
  | {
      readonly kind: "typeset";
      readonly work: TypesetSources | Composition;
      readonly pictures: readonly TypesetPicture[];
      readonly createdAt: Instant;
    }
  | { readonly kind: "fonts" };

export type FontsResult = readonly FontFamily[];

/** A message of a worker. */
export type FromWorker =
  | { readonly kind: "ready" }
  | {
      readonly kind: "done";
      readonly output: TypesetResult | FontsResult;
      /** Size of the compiler's memory. */
      readonly memoryBytes: number;
    }
  /** The compiler cannot continue. */
  | { readonly kind: "trapped"; readonly reason: "memory" | "crash" };
