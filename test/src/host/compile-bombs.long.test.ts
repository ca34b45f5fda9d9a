import { LEAKS, MEMORY_ATTACKS, MORE_ATTACKS, TIME_ATTACKS } from "@cartulary/ports/composition";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../support/cartulary-process.ts";
import { compilingHost, healthWhile } from "../../support/compiling-host.ts";

const BOMBS = { ...TIME_ATTACKS, ...MEMORY_ATTACKS, ...MORE_ATTACKS };
const ENDED = /^(?:timeout|memory|crash|error)$/;
/** On a machine that has much else to do the time may be up first. */
const causeOf = (cause: string | null) =>
  cause === "memory" ? expect.toBeOneOf(["memory", "timeout"]) : (cause ?? expect.stringMatching(ENDED));

it("A host with its usual bounds ends every bomb, lets nothing leak, and answers /healthz within a second", async () => {
  await using folder = await temporaryFolder();
  await using house = await compilingHost({ CARTULARY_DATA: folder.path, LOG_LEVEL: "error" });
  const { endingOf } = house;
  const thrown = async () => {
    const endings = Object.entries(BOMBS).map(async ([bomb, [source]]) => [bomb, await endingOf(source)]);
    expect(await endingOf("= Bail")).toBe("typeset");
    return Promise.all(endings);
  };
  const { result, milliseconds } = await healthWhile(house.host, thrown());
  expect(result).toEqual(Object.entries(BOMBS).map(([bomb, [, cause]]) => [bomb, causeOf(cause)]));
  // All but the slowest looks, of which a machine that has much else to do has some.
  const [late = 0] = milliseconds.toSorted((one, other) => one - other).slice(Math.floor(milliseconds.length * 0.95));
  expect(late).toBeLessThan(1_000);
  for (const source of LEAKS) expect([source, await endingOf(source)]).toEqual([source, "error"]);
  expect(await endingOf("= Quittance")).toBe("typeset");
}, 600_000);
