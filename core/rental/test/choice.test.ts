import type { DomainError } from "@cartulary/kernel";
import { describe, expect, it } from "vitest";
import { chosenMandataire } from "../src/choice.ts";
import type { MandataireId } from "../src/mandataire.ts";

const [ONE, TWO, OTHER] = ["1", "2", "3"].map(
  (last) => `01900000-0000-7000-8000-00000000000${last}` as MandataireId,
) as [MandataireId, MandataireId, MandataireId];

type Choice = readonly [header: string | null, query: string | null];

const chosen = (memberships: readonly MandataireId[], [header, query]: Choice): string => {
  try {
    return chosenMandataire(memberships, { header, query });
  } catch (error) {
    const { kind, code } = error as DomainError;
    return `${kind} ${code}`;
  }
};

describe("The mandataire of a request", () => {
  it.each<readonly [why: string, memberships: readonly MandataireId[], choice: Choice, answer: string]>([
    ["the header's", [ONE, TWO], [TWO, null], TWO],
    ["the query's", [ONE, TWO], [null, TWO], TWO],
    ["both, where they agree, in whatever case", [ONE], [ONE.toUpperCase(), ONE], ONE],
    ["the only one there is", [ONE], [null, null], ONE],
    ["contradicted by the query", [ONE, TWO], [ONE, TWO], "malformed bad_request"],
    ["contradicted by a query that is not one's own", [ONE], [ONE, OTHER], "malformed bad_request"],
    ["unsaid among several", [ONE, TWO], [null, null], "malformed mandataire_required"],
    ["unsaid by who has none", [], [null, null], "forbidden forbidden"],
    ["not one's own", [ONE], [OTHER, null], "forbidden forbidden"],
    ["not one's own, in the query", [ONE], [null, OTHER], "forbidden forbidden"],
    ["named by who has none", [], [ONE, null], "forbidden forbidden"],
    ["no UUID", [ONE], ["1", null], "malformed bad_request"],
    ["empty", [ONE], ["", null], "malformed bad_request"],
    ["no UUID in the query, beside a good header", [ONE], [ONE, "1"], "malformed bad_request"],
  ])("is %s", (_why, memberships, choice, answer) => {
    expect(chosen(memberships, choice)).toBe(answer);
  });
});
