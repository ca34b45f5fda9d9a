import { MORE_ATTACKS, typesetRequest, typesetterResourceAttacks } from "@cartulary/ports/composition";
import { afterAll, expect, it } from "vitest";
import { createTypesetter } from "../src/index.ts";

const typesetter = createTypesetter({ cpuMilliseconds: 30_000, memoryBytes: 500_000_000, children: 2 });
afterAll(() => typesetter.close());

typesetterResourceAttacks("Typst in children", () => typesetter, MORE_ATTACKS);

it("compiles a thousand documents in as much memory as one", async () => {
  const sources = Array.from({ length: 1_000 }, (_, index) => `= Bail ${index}\n#lorem(${500 + index})`);
  const results = await Promise.all(sources.map((source) => typesetter.typeset(typesetRequest(source))));
  expect(results.filter(({ outcome }) => outcome === "typeset")).toHaveLength(1_000);
});
