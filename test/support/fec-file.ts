import { checkFec, type FecFinding } from "@cartulary/ledger";
import { expectStatus } from "./refusals.ts";
import type { Agent } from "./worked-example.ts";

/** The accounting file of 2026 of a mandataire, downloaded, and under which name. */
export async function fecFileOf({ ask }: Agent): Promise<{ readonly filename: string; readonly bytes: Buffer }> {
  const { downloadUrl, filename } = expectStatus(await ask("POST", "/fec_exports", { year: 2026 }), 201);
  const { bytes } = await ask("GET", new URL(downloadUrl).pathname.replace("/rental/api/v1", ""));
  return { filename, bytes: Buffer.from(bytes) };
}

/** The violations that the strict checker finds in that file. */
export async function fecFindingsOf(agent: Agent): Promise<readonly FecFinding[]> {
  const { bytes } = await fecFileOf(agent);
  const findings: FecFinding[] = [];
  for await (const finding of checkFec([bytes] as never)) if (finding.rule !== "warning") findings.push(finding);
  return findings;
}
