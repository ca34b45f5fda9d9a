import { fillAgency } from "@cartulary/cli";
import { createClient } from "@cartulary/client";
import { RENTAL_BASE } from "@cartulary/wire";
import { expect, it } from "vitest";
import { FIRST } from "../../support/cartulary-process.ts";
import { cartularyHere, hostHere } from "../../support/command-here.ts";
import { commandsIn, stepsOf } from "../../support/guide.ts";
import { openGuideShell } from "../../support/guide-shell.ts";
import { hostGrounds } from "../../support/host-fixtures.ts";

const YEAR = new Date().getFullYear();
/** Each command of a page is a process or more, which a busy machine starts slowly. */
const PATIENCE_MS = 300_000;

// On one engine: other tests cover the results of bank files on both.
it.each(hostGrounds.slice(0, 1))(
  "The guide imports statements that overlap, a return, and pays out, on $name",
  async ({ prepare }) => {
    await using ground = await prepare();
    await using host = await hostHere(ground.environment);
    const scopes = ["read", "write", "admin"].flatMap((scope) => ["--scope", scope]);
    const create = ["token", "create", "--user", FIRST.CARTULARY_ADMIN_EMAIL, ...scopes];
    const { stdout: token } = await cartularyHere(create, ground.environment);
    const client = createClient({ baseUrl: host.url, token: token.trim() });
    await fillAgency(client, { year: YEAR }, () => {});
    await using shell = await openGuideShell(
      { DEMO_URL: host.url, DEMO_DATA: "none", CARTULARY_ADMIN_EMAIL: FIRST.CARTULARY_ADMIN_EMAIL },
      async (words, _, folder) => {
        const { code, stdout, stderr } = await cartularyHere(words, ground.environment, folder);
        return { code, stdout: stdout + stderr, stderr: "" };
      },
    );

    /** The checks after a command, by a part of the command. */
    const stories: Record<string, (output: string) => void | Promise<void>> = {
      "import-payments s1.xml": (output) => {
        expect(output).toContain("received 3, created 3, duplicates 0, unmatched 2");
        expect(output).toContain("difference 0.00");
      },
      overlaps: (output) => {
        expect(output).toContain("received 3, created 1, duplicates 2, unmatched 3");
        expect(output).toContain("difference 0.00");
      },
      "once more": (output) => expect(output).toContain("received 3, created 0, duplicates 3"),
      "reconciliation?on=$YEAR-02-05": (output) => expect(JSON.parse(output)).toMatchObject({ difference: "0.00" }),
      "s3.xml  ": (output) => expect(output).toContain("received 2, created 2, duplicates 0, unmatched 1"),
      "is due again": (output) => {
        const call = JSON.parse(output);
        expect(call.remainingAmountCents).toBe(call.totalAmountCents);
      },
      unmatched_rejection: (output) => expect(JSON.parse(output).length).toBeGreaterThan(1),
      "627000": (output) =>
        expect(JSON.parse(output)).toMatchObject({ status: "matched", assignments: [{ amountCents: 250 }] }),
      "ask $API/owner_payouts/exports": (output) => expect(JSON.parse(output).payoutsCount).toBeGreaterThan(0),
      "none.json": (output) => expect(output).toBe("422\n"),
      "fec check": (output) => expect(output).toContain("0 findings"),
    };
    const left = new Set(Object.keys(stories));
    const commands = stepsOf("docs/guide/bank-statements.md").flatMap(({ script }) => commandsIn(script));
    for (const text of commands) {
      const output = await shell.run(text);
      for (const [part, story] of Object.entries(stories)) {
        if (!text.includes(part)) continue;
        await story(output);
        left.delete(part);
      }
    }
    expect([...left]).toEqual([]);
    const answer = await fetch(`${host.url}${RENTAL_BASE}/accounting/reconciliation`, {
      headers: { authorization: `Bearer ${await host.token()}` },
    });
    expect(await answer.json()).toMatchObject({ difference: "0.00" });
  },
  PATIENCE_MS,
);
