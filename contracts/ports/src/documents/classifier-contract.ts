import type { Classifiable, ClassificationEntry, Classifier } from "@cartulary/documents";
import { describe, expect, it } from "../runner/runner.ts";

/** The harness of {@link classifierContract}. */
export interface ClassifierHarness {
  create(): Classifier;
  /** A document that it files, the plan, and under what; its names or its text alone say so. */
  readonly sample: {
    readonly document: Classifiable;
    readonly entries: readonly ClassificationEntry[];
    readonly code: string;
  };
}

/** Contract of classifiers. */
export function classifierContract(name: string, { create, sample }: ClassifierHarness): void {
  const { document, entries, code } = sample;

  describe(`${name} is a classifier`, () => {
    it("classifies reproducibly and changes none of its inputs", async () => {
      const before = structuredClone(sample);
      const first = await create().classify(document, entries);
      expect(first).toMatchObject({ code });
      expect(await create().classify(document, entries)).toEqual(first);
      expect({ document, entries, code }).toEqual(before);
    });

    it("classifies the same for any order of the entries", async () => {
      expect(await create().classify(document, entries.toReversed())).toMatchObject({ code });
    });

    it("classifies under entries of the plan only", async () => {
      const without = entries.filter((entry) => entry.code !== code);
      const reason = await create().classify(document, without);
      const codes: readonly (string | null)[] = [null, ...without.map((entry) => entry.code)];
      expect(codes).toContain(reason?.code ?? null);
      expect(await create().classify(document, [])).toBeNull();
    });

    it("classifies nothing without text", async () => {
      expect(await create().classify({ names: [], text: null }, entries)).toBeNull();
      expect(await create().classify({ names: [""], text: "" }, entries)).toBeNull();
    });
  });
}
