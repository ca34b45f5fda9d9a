import type { DomainError } from "@cartulary/kernel";
import { describe, expect, it } from "vitest";
import type { MandataireId } from "../../src/agency/mandataire.ts";
import { resolveMandataire } from "../../src/agency/mandataire-choice.ts";

const [ONE, TWO, OTHER] = ["1", "2", "3"].map(
  (last) => `01900000-0000-7000-8000-00000000000${last}` as MandataireId,
) as [MandataireId, MandataireId, MandataireId];

type Choice = readonly [header: string | null, query: string | null];

const chosen = (memberships: readonly MandataireId[], [header, query]: Choice): string => {
  try {
    return resolveMandataire(memberships, { header, query });
  } catch (error) {
    const { kind, code } = error as DomainError;
    return `${kind} ${code}`;
  }
};

describe("The mandataire of a request", () => {
  it.each<readonly [name: string, memberships: readonly MandataireId[], choice: Choice, answer: string]>([
    ["the header's", [ONE, TWO], [TWO, null], TWO],
    ["the query's", [ONE, TWO], [null, TWO], TWO],
    ["both if they are equal, in any case", [ONE], [ONE.toUpperCase(), ONE], ONE],
    ["the only membership", [ONE], [null, null], ONE],
    ["contradicted by the query", [ONE, TWO], [ONE, TWO], "malformed bad_request"],
    ["contradicted by a query without membership", [ONE], [ONE, OTHER], "malformed bad_request"],
    ["required with several memberships", [ONE, TWO], [null, null], "malformed mandataire_required"],
    ["forbidden without a membership", [], [null, null], "forbidden forbidden"],
    ["forbidden outside the memberships", [ONE], [OTHER, null], "forbidden forbidden"],
    ["forbidden outside the memberships, in the query", [ONE], [null, OTHER], "forbidden forbidden"],
    ["forbidden if named without a membership", [], [ONE, null], "forbidden forbidden"],
    ["malformed if not a UUID", [ONE], ["1", null], "malformed bad_request"],
    ["malformed if empty", [ONE], ["", null], "malformed bad_request"],
    ["malformed if the query is not a UUID, with a valid header", [ONE], [ONE, "1"], "malformed bad_request"],
  ])("is %s", (_name, memberships, choice, answer) => {
    expect(chosen(memberships, choice)).toBe(answer);
  });
});
