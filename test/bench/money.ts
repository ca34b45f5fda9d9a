import type { Day } from "@cartulary/kernel";
import { cents, type NewEntry } from "@cartulary/ledger";
import type { MandataireId } from "@cartulary/rental/agency";
import { tokens } from "@cartulary/server";
import { startHost } from "../support/cartulary-process.ts";
import { type AgencyGround, agencyGround } from "./agency-ground.ts";
import { type Measurement, tableOf, type Verdict } from "./measurement.ts";
import { residentMemoryOf } from "./resident-memory.ts";
import { median } from "./rounds.ts";

/** Lines of a short statement, and of a long one. */
const [SHORT, LONG] = [1000, 10_000] as const;
const BATCH = 1000;
const ROUNDS = 5;
const MIB = 1_048_576;
/** The largest memory of ten times the lines, above that of a page of them. */
const ABOVE_SHORT_MAX = 24;

/** Statements of owners, read from the real host: what they take in time and memory. */
export const money: Measurement = {
  name: "money",
  async run({ engines }, progress) {
    const { rows, add } = tableOf(progress);
    const verdicts: Verdict[] = [];
    for (const engine of engines) {
      await using ground = await agencyGround(engine);
      const [short, long] = await read(ground);
      const above = (long.peak - short.peak) / MIB;
      add(
        ...[short, long].map(({ lines, peak, took }) => [
          ...[`${engine}, ${lines} lines`, took.toFixed(0), (peak / MIB).toFixed(0)],
        ]),
      );
      verdicts.push({
        promise: `On ${engine} ${LONG} lines take ${above.toFixed(0)} MiB above ${SHORT} (at most ${ABOVE_SHORT_MAX})`,
        holds: above <= ABOVE_SHORT_MAX,
      });
    }
    return { title: "Statements of owners", columns: ["", "ms", "peak, MiB"], rows, verdicts };
  },
};

interface Read {
  readonly lines: number;
  readonly took: number;
  readonly peak: number;
}

async function read(ground: AgencyGround): Promise<readonly [Read, Read]> {
  const { container, administrator, environment } = ground;
  const { mandataires, estate, accounting } = await container.getAsync(tokens.agency);
  const { id } = await mandataires.create(administrator, { name: "Agence du Port" });
  const owners = [];
  for (const lines of [SHORT, LONG]) {
    const owner = await estate(id).owners.create(administrator, { firstName: "Anne" });
    for (let made = 0; made < lines; made += BATCH)
      await accounting(id).post(administrator, callsOf(owner.accountingCode, BATCH));
    owners.push({ lines, id: owner.id });
  }
  await using host = await startHost({ ...environment, PORT: "0" });
  const [token, memory] = [await host.token(), residentMemoryOf(host.pid)];
  const statement = (ownerId: string) =>
    statementOf(`${host.url}/rental/api/v1/owners/${ownerId}/statement`, id, token);
  for (const { id: warmed } of [...owners, ...owners]) await statement(warmed);
  const measured: Read[] = [];
  for (const { lines, id: ownerId } of owners) {
    const took = [];
    const peaks = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await memory.forget();
      const began = performance.now();
      const counted = await statement(ownerId);
      if (counted !== lines) throw new Error(`A statement of ${lines} lines has ${counted}`);
      took.push(performance.now() - began);
      peaks.push(await memory.peak());
    }
    measured.push({ lines, took: median(took), peak: median(peaks) });
  }
  return measured as unknown as readonly [Read, Read];
}

async function statementOf(url: string, mandataireId: MandataireId, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, "x-mandataire-id": mandataireId };
  const response = await fetch(url, { headers });
  if (response.status !== 200) throw new Error(`${url} answers ${response.status}`);
  const { lines } = (await response.json()) as { readonly lines: readonly unknown[] };
  return lines.length;
}

const callsOf = (owner: string, count: number): readonly NewEntry[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ societyCode: "1", journal: "LOYERS", sourceType: "Manual" },
    accountingDate: `2026-0${1 + (at % 9)}-05` as Day,
    documentDate: "2026-01-05" as Day,
    documentReference: `AL-${at}`,
    lines: [
      { accountCode: "471000", label: "Loyer", debitCents: cents(1000 + at) },
      { accountCode: "467000", auxiliaryCode: owner, label: "Loyer d'un mois", creditCents: cents(1000 + at) },
    ],
  }));
