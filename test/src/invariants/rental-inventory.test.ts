import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { mutants } from "../../mutants/all.ts";
import { planted } from "../../mutants/mutant.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const CORE = "core/rental/test";
const HISTORIES = "test/src/rental/billing-histories.test.ts";
const LOST = "test/src/durability/run-crash-points.test.ts";
const PLAYED = "keep invariants 14 to 22 and represent the funds after every step of any history";

/** Which test would fail, and a bug that is planted where it does. */
interface Held {
  readonly tests: readonly (readonly [file: string, title: string])[];
  /** Names of bugs in test/mutants, each caught by one of the files. */
  readonly bugs: readonly string[];
}

/** Invariants of billing (rental-invariants 5 to 22), by their numbers. */
const INVENTORY: Readonly<Record<number, Held>> = {
  5: {
    tests: [
      [
        "core/ledger/test/money.test.ts",
        "does not mind the order of the shares, the scale of the weights, or the sign",
      ],
    ],
    bugs: ["weights have the scale that they came in"],
  },
  6: {
    tests: [[`${CORE}/billing-periods.test.ts`, "of twelve months is the year, from wherever the year begins"]],
    bugs: ["each month is a twelfth, rounded"],
  },
  7: {
    tests: [[`${CORE}/billing-periods.test.ts`, "does not depend on how the period is cut"]],
    bugs: ["each segment is rounded by itself", "the price of a day is rounded"],
  },
  8: {
    tests: [[`${CORE}/billing-periods.test.ts`, "of some days is never more than of more days, nor than the whole"]],
    bugs: ["a whole month costs by the day of the year"],
  },
  9: {
    tests: [
      [`${CORE}/billing-periods.test.ts`, "of who leaves and of who comes the day after is the month, within a cent"],
    ],
    bugs: ["the 31st counts in the bank's month"],
  },
  10: {
    tests: [
      [
        `${CORE}/billing-periods.test.ts`,
        "is nothing where all is let off, the same where nothing is, and less the more is",
      ],
    ],
    bugs: ["what is let off is what is paid"],
  },
  11: {
    tests: [[`${CORE}/billing-periods.test.ts`, "take each day on which a unit is let once, over all runs"]],
    bugs: ["the last day of a stay is not billed", "the block of an anniversary before the month is not looked at"],
  },
  12: {
    tests: [[`${CORE}/billing-periods.test.ts`, "costs the same in advance and in arrears over a whole lease"]],
    bugs: ["arrears are anchored where they begin"],
  },
  13: {
    tests: [
      [`${CORE}/billing-run.test.ts`, "is the same, keys and all, in whatever order things are told"],
      [`${CORE}/tenant-lines.test.ts`, "come to the same whatever the order in which things are told"],
    ],
    bugs: ["units stand as they are told"],
  },
  14: {
    tests: [
      ["test/src/http/billing-runs.test.ts", "is computed again, with what was said of the lines that stay"],
      [HISTORIES, PLAYED],
    ],
    bugs: ["a computation forgets what was acknowledged", "a computation forgets what was excluded"],
  },
  15: {
    tests: [
      [`${CORE}/billing-run.test.ts`, "credits owners with all that tenants are called for, but what is nobody's"],
      [`${CORE}/tenant-lines.test.ts`, "leave no cent between owners and suspense, however shares change"],
      [HISTORIES, PLAYED],
    ],
    bugs: ["what nobody owns goes to those who own", "an excluded line is still credited"],
  },
  16: {
    tests: [
      [`${CORE}/owner-lines.test.ts`, "never pay out more than he has, and all of it where each mandate distributes"],
      [HISTORIES, PLAYED],
    ],
    bugs: ["a debt is paid out", "a debt under one mandate is paid out under the next"],
  },
  17: {
    tests: [
      [
        `${CORE}/billing-run.test.ts`,
        "leaves out what is excluded, with its owners' parts, and takes it back as it was",
      ],
      ["test/src/http/billing-runs.test.ts", "comes to the same when a line was out and is back"],
      [HISTORIES, PLAYED],
    ],
    bugs: ["the totals stay when a line goes", "an excluded line counts in the totals"],
  },
  18: {
    tests: [
      ["test/src/http/billing-runs.test.ts", "waits for a word on its anomalies, or for force"],
      [HISTORIES, PLAYED],
    ],
    bugs: ["anomalies are passed over"],
  },
  19: {
    tests: [
      ["test/src/http/run-application.test.ts", "is applied only once it is validated"],
      [HISTORIES, PLAYED],
    ],
    bugs: ["a cancelled run is cancelled again", "a run in review is applied"],
  },
  20: {
    tests: [
      [
        "test/src/rental/run-application.test.ts",
        "writes all or nothing, wherever the host dies, when a run is applied and when it is taken back",
      ],
      [
        "test/src/http/run-application.test.ts",
        "is applied once: asked again it is answered the same, and nothing more is written",
      ],
      [LOST, "has come through %s once another one starts, as if nothing had happened"],
      [HISTORIES, PLAYED],
    ],
    bugs: ["a run is applied twice", "what was cut is forgotten"],
  },
  21: {
    tests: [
      [
        "test/src/http/run-application.test.ts",
        "is taken back as a whole: every account is as before, calls and payouts are cancelled, and it can be billed anew",
      ],
      ["test/src/invariants/ledger-concurrency.test.ts", "takes an entry back once, whoever asks (invariant 21)"],
      [LOST, "has come through %s once another one starts, as if nothing had happened"],
      [HISTORIES, PLAYED],
    ],
    bugs: ["entries stay when their run goes", "what credits paid stays paid when the run goes"],
  },
  22: {
    tests: [
      [
        "test/src/http/run-application.test.ts",
        "bills no day twice: of two runs of the same days the second one is stale",
      ],
      [
        "test/src/rental/run-application.test.ts",
        "bills days once, whoever applies which run of them at once, and whoever changes the lease meanwhile",
      ],
      ["test/src/rental/run-orders.test.ts", "is stale, or was first: %s"],
      [HISTORIES, PLAYED],
    ],
    bugs: ["a part of a period is billed twice", "a stale run is applied"],
  },
};

/** What billing must not do, each planted under this name. */
const BUGS = [
  "the cent that is left goes to the largest share",
  "the price of a day is rounded",
  "arrears are anchored where they begin",
  "a lease that ended inside the month is left out",
  "an excluded line is paid out",
  "a fee is taken on charges",
  "a debt of last month is forgotten",
  "a part of a period is billed twice",
  "a reversal comes before its original",
  "VAT is taken on the call instead of the line",
];

const bugNamed = (name: string) => mutants.find((mutant) => mutant.name === name);

/** Why a bug is not planted; nothing where it is. */
function faultOf(name: string): string | null {
  const bug = bugNamed(name);
  if (!bug) return "nobody plants it";
  const source = readFileSync(join(ROOT, bug.file), "utf8");
  return planted(source, bug) === null ? `its text is not in ${bug.file}, or not once` : null;
}

describe("Of the invariants of billing", () => {
  it("each from 5 to 22 has tests that are there", () => {
    expect(Object.keys(INVENTORY).map(Number)).toEqual(Array.from({ length: 18 }, (_, index) => index + 5));
    const missing = Object.values(INVENTORY).flatMap(({ tests }) =>
      tests.filter(([file, title]) => {
        const path = join(ROOT, file);
        return !existsSync(path) || !readFileSync(path, "utf8").includes(`"${title}"`);
      }),
    );
    expect(missing).toEqual([]);
  });

  it("each is broken by bugs that are planted where one of its tests fails", () => {
    const faults = Object.entries(INVENTORY).flatMap(([number, { tests, bugs }]) =>
      bugs.flatMap((name) => {
        const isTried = bugNamed(name)?.tests.some((test) => tests.some(([file]) => file === test));
        const fault = faultOf(name) ?? (isTried ? null : "none of these tests is named for it");
        return fault ? [`${number}: ${name}: ${fault}`] : [];
      }),
    );
    expect(faults).toEqual([]);
  });

  it("none is broken by the errors that such programs are known for: each is planted", () => {
    expect(BUGS.flatMap((name) => faultOf(name) ?? [])).toEqual([]);
  });
});
