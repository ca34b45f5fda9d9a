import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { type Environment, temporaryFolder } from "../../support/cartulary-process.ts";
import type { Client } from "../../support/checked-client.ts";
import { cartularyHere } from "../../support/command-here.ts";

/** Makes an agency with a number of leases of one rent each, by the commands that import them. */
export async function importAgency(client: Client, environment: Environment, leases: number): Promise<void> {
  await using folder = await temporaryFolder();
  await client.createMandataire({ body: { name: "Agence du Port", accountingMode: "accrual" } });
  const numbers = Array.from({ length: leases }, (_, index) => index + 1);
  const files = {
    properties: ["external_id,name,address", "M,Le Moulin,1 rue du Port"],
    owners: ["first_name", "Anne"],
    tenants: ["first_name", "Zoé"],
    units: ["property,external_id,identifier,owners", ...numbers.map((n) => `M,U${n},${n},PRO0001=1/1`)],
    leases: [
      "reference,lease_type,start_date,signature_date,status,tenant,units,base_rent_cents",
      ...numbers.map((n) => `B${n},parking,2026-01-01,2026-01-01,active,LOC0001,U${n},10000`),
    ],
  };
  for (const [kind, lines] of Object.entries(files)) {
    const file = join(folder.path, `${kind}.csv`);
    await writeFile(file, lines.join("\n"));
    expect(await cartularyHere(["rental", `import-${kind}`, file], environment)).toMatchObject({ code: 0 });
  }
}
