import { fillAgency } from "@cartulary/cli";
import { createClient, RENTAL_BASE } from "@cartulary/wire";
import { expect, it } from "vitest";
import { FIRST, temporaryFolder } from "../../support/cartulary-process.ts";
import { cartularyHere, hostHere } from "../../support/command-here.ts";
import { hostGrounds } from "../../support/host-grounds.ts";
import { commandsOf, readmeShell } from "../../support/readme-chapter.ts";

const YEAR = new Date().getFullYear();

// On one of them: what files come to is tried on both elsewhere.
it.each(hostGrounds.slice(0, 1))(
  "The README takes in statements that overlap, a return, and pays out, on $name",
  async ({ prepare }) => {
    await using ground = await prepare();
    await using folder = await temporaryFolder();
    await using host = await hostHere(ground.environment);
    const { CARTULARY_CLIENT_ID: clientId, CARTULARY_CLIENT_SECRET: clientSecret } = FIRST;
    const { CARTULARY_ADMIN_EMAIL: username, CARTULARY_ADMIN_PASSWORD: password } = FIRST;
    const credentials = { grantType: "password", clientId, clientSecret, username, password };
    const { accessToken: token } = await createClient({ baseUrl: host.url }).createToken({
      body: { ...credentials, scope: "read write admin" },
    });
    await fillAgency(createClient({ baseUrl: host.url, token }), { year: YEAR }, () => {});
    const shell = readmeShell({}, folder.path);
    const command = async (text: string): Promise<string> => {
      const [, words] = /^npx cartulary (.*?)(?: +#.*)?$/.exec(text) ?? [];
      if (words === undefined) {
        const [line] = [text.replace(/^URL=.*/, `URL=${host.url}`).replace(/^TOKEN=\S+/, `TOKEN='${token}'`)];
        return shell(line);
      }
      const { code, stdout, stderr } = await cartularyHere(words.split(" "), ground.environment, folder.path);
      expect({ text, code, stderr }).toMatchObject({ text, code: 0 });
      return stdout + stderr;
    };

    /** What has to be true after a command, by what the command has in it. */
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
    for (const text of commandsOf("Read the bank's statements")) {
      if (text.includes("npm run demo") || text.startsWith("export ")) continue;
      const output = await command(text);
      for (const [part, story] of Object.entries(stories)) {
        if (!text.includes(part)) continue;
        await story(output);
        left.delete(part);
      }
    }
    expect([...left]).toEqual([]);
    const answer = await fetch(`${host.url}${RENTAL_BASE}/accounting/reconciliation`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await answer.json()).toMatchObject({ difference: "0.00" });
  },
);
