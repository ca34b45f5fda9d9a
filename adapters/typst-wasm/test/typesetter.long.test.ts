import { MORE_ATTACKS, typesetRequest, typesetterResourceAttacks } from "@cartulary/ports/composition";
import { afterAll, expect, it } from "vitest";
import { createWasmTypesetter } from "../src/index.ts";

const typesetter = createWasmTypesetter({ cpuMilliseconds: 30_000, memoryBytes: 300_000_000, workers: 2 });
afterAll(() => typesetter.close());

typesetterResourceAttacks("Typst in threads", () => typesetter, MORE_ATTACKS);

it("compiles a thousand documents in as much memory as one", async () => {
  const sources = Array.from({ length: 1_000 }, (_, index) => `= Bail ${index}\n#lorem(${500 + index})`);
  const results = await Promise.all(sources.map((source) => typesetter.typeset(typesetRequest(source))));
  expect(results.filter(({ outcome }) => outcome === "typeset")).toHaveLength(1_000);
});
