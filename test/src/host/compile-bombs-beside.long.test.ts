import { MEMORY_ATTACKS, TIME_ATTACKS } from "@cartulary/ports/composition";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TemporaryFolder, temporaryFolder, until } from "../../support/cartulary-process.ts";
import { type CompilingHost, compilingHost, healthWhile, isGone } from "../../support/compiling-host.ts";

const LOOP = TIME_ATTACKS["loops in loops"]?.[0] ?? "";
const MEMORY = MEMORY_ATTACKS["a text of 4 GB"]?.[0] ?? "";
const CRASH = MEMORY_ATTACKS["parentheses without end"]?.[0] ?? "";

/** A median delay that a healthy but busy machine stays below. */
const HEALTHY_MS = 1_000;

describe.runIf(process.platform === "linux")("A host that is sent bombs", () => {
  let folder: TemporaryFolder;
  let house: CompilingHost;
  beforeAll(async () => {
    folder = await temporaryFolder();
    house = await compilingHost({
      ...{ CARTULARY_DATA: folder.path, LOG_LEVEL: "error" },
      ...{ CARTULARY_TYPST_TIMEOUT: "PT3S", CARTULARY_TYPST_MEMORY: "300000000", CARTULARY_TYPST_CHILDREN: "2" },
    });
  });
  afterAll(async () => {
    await house[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  it("ends each within its limits, and compiles other documents meanwhile and afterwards", async () => {
    const { endingOf } = house;
    const thrown = Promise.all([endingOf(LOOP), endingOf(MEMORY), endingOf(CRASH), endingOf("= Bail")]);
    const { result, milliseconds } = await healthWhile(house.host, thrown);
    // On a machine that has much else to do the time may be up first.
    expect(result).toEqual(["timeout", expect.toBeOneOf(["memory", "timeout"]), "crash", "typeset"]);
    const [median = 0] = milliseconds.toSorted((one, other) => one - other).slice(milliseconds.length >> 1);
    expect(median).toBeLessThan(HEALTHY_MS);
    expect(await endingOf("= Quittance")).toBe("typeset");
  });

  it("leaves no child behind when it is killed in the midst of one", async () => {
    const lost = house.endingOf(LOOP).catch(() => "lost");
    await until("a child works", () => house.childPids().length > 0);
    const pids = house.childPids();
    house.host.kill("SIGKILL");
    expect(await lost).toBe("lost");
    await until("its children are gone", () => pids.every(isGone));
  });
});
