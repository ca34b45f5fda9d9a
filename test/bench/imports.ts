import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseImportRows } from "@cartulary/cli";
import type { ImportKind } from "@cartulary/rental";
import type { MandataireId } from "@cartulary/rental/agency";
import { tokens } from "@cartulary/server";
import { startCartulary, temporaryFolder } from "../support/cartulary-process.ts";
import { type AgencyGround, agencyGround, type TableRows } from "./agency-ground.ts";
import { type Measurement, tableOf, type Verdict } from "./measurement.ts";
import { residentMemoryOf } from "./resident-memory.ts";
import { median, ratio } from "./rounds.ts";

const LEASES = 10_000;
const PROPERTIES = 50;
const ROUNDS = 3;
const AIM = 0.3;
const MIB = 1_048_576;
const ABOVE_IDLE_MAX = 128;

/** A file of 10,000 leases taken over, against a bare insert of the rows that it leaves behind. */
export const imports: Measurement = {
  name: "imports",
  async run({ engines }, progress) {
    const { rows, add } = tableOf(progress);
    const verdicts: Verdict[] = [];
    for (const engine of engines) {
      await using ground = await agencyGround(engine);
      const { ours, bare } = await measured(ground);
      const reached = ratio(bare.wall, ours.wall);
      const above = (await memoryAboveIdle(ground)) / MIB;
      add([
        engine,
        ...[ours.wall, ours.cpu, bare.wall, bare.cpu].map((each) => median(each).toFixed(0)),
        ...[reached, ratio(bare.cpu, ours.cpu)].map((each) => each.toFixed(2)),
        above.toFixed(0),
      ]);
      verdicts.push(
        { promise: `On ${engine} at ${reached.toFixed(2)} of a bare insert (at least ${AIM})`, holds: reached >= AIM },
        {
          promise: `On ${engine} within ${above.toFixed(0)} MiB above a file of one lease (at most ${ABOVE_IDLE_MAX})`,
          holds: above <= ABOVE_IDLE_MAX,
        },
      );
    }
    return {
      title: `A file of ${LEASES} leases, in milliseconds`,
      columns: ["", "taken over", "our CPU", "bare insert", "its CPU", "of bare", "of its CPU", "MiB above"],
      rows,
      verdicts,
    };
  },
};

/** The rows that a file of leases writes. */
const TABLES = ["leases", "lease_units", "lease_terms", "lease_unit_terms", "lease_parties"];
/** The records that leases refer to. */
const NAMED = ["properties", "tenants", "units"] as const;

interface Times {
  readonly wall: number[];
  readonly cpu: number[];
}

async function measured(ground: AgencyGround): Promise<Readonly<Record<"ours" | "bare", Times>>> {
  const took = { ours: { wall: [], cpu: [] } as Times, bare: { wall: [], cpu: [] } as Times };
  const first = await mandataire(ground);
  for (const kind of NAMED) await take(ground, first, kind);
  await take(ground, first, "leases");
  const [named, left] = [await rowsOf(ground, NAMED, first), await rowsOf(ground, TABLES, first)];
  // Each turn for a mandataire of its own; the first round is not counted.
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const name of ["ours", "bare"] as const) {
      const id = await mandataire(ground);
      await ground.insert(named(id));
      const rows = left(id);
      const { wall, cpu } = await timed(() => (name === "ours" ? take(ground, id, "leases") : ground.insert(rows)));
      if (round === 0) continue;
      took[name].wall.push(wall);
      took[name].cpu.push(cpu);
    }
  return took;
}

/** The rows of a mandataire, to be inserted again as those of another one. */
async function rowsOf(ground: AgencyGround, tables: readonly string[], id: MandataireId) {
  const found: TableRows[number][] = [];
  for (const table of tables)
    found.push([table, await ground.rows(`select * from ${table} where mandataire_id = '${id}'`)]);
  return (other: MandataireId): TableRows =>
    found.map(([table, rows]) => [table, rows.map((row) => ({ ...row, mandataire_id: other }))]);
}

async function timed(work: () => Promise<unknown>): Promise<Readonly<Record<"wall" | "cpu", number>>> {
  const [began, used] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(used);
  return { wall: performance.now() - began, cpu: (user + system) / 1000 };
}

async function mandataire({ container, administrator }: AgencyGround): Promise<MandataireId> {
  const { mandataires } = await container.getAsync(tokens.agency);
  return (await mandataires.create(administrator, { name: "Agence du Port" })).id;
}

async function take({ container, administrator }: AgencyGround, id: MandataireId, kind: keyof typeof FILES) {
  const { imports } = await container.getAsync(tokens.agency);
  const { errors } = await imports(administrator, id, kind, parseImportRows(kind, FILES[kind]));
  if (errors.length > 0) throw new Error(`Of ${kind} was refused ${JSON.stringify(errors.slice(0, 3))}`);
}

/** The largest memory of the command for a file, above that for a file of one line: a process each. */
async function memoryAboveIdle(ground: AgencyGround): Promise<number> {
  const id = await mandataire(ground);
  for (const kind of NAMED) await take(ground, id, kind);
  await using folder = await temporaryFolder();
  const peakOf = async (text: string) => {
    const file = join(folder.path, "leases.csv");
    await writeFile(file, text);
    const words = ["rental", "import-leases", file, "--mandataire", id, "--dry-run"];
    await using command = startCartulary(words, ground.environment);
    const memory = residentMemoryOf(command.pid);
    let [peak, isOver] = [0, false];
    void command.ended.then(() => (isOver = true));
    for (; !isOver; await setTimeout(5)) peak = Math.max(peak, await memory.peak().catch(() => 0));
    if ((await command.ended).code !== 0) throw new Error(`The command failed: ${command.output.stderr}`);
    return peak;
  };
  const idle = await peakOf(FILES.leases.split("\n").slice(0, 2).join("\n"));
  return (await peakOf(FILES.leases)) - idle;
}

const linesOf = (columns: string, count: number, line: (at: number) => string): string =>
  [columns, ...Array.from({ length: count }, (_, at) => line(at))].join("\n");

const code = (at: number) => `LOC${String(at + 1).padStart(4, "0")}`;

const FILES = {
  properties: linesOf("external_id,name,address", PROPERTIES, (at) => `P${at},House ${at},1 rue`),
  tenants: linesOf("last_name,accounting_code", LEASES, (at) => `T${at},${code(at)}`),
  units: linesOf("property,external_id,identifier", LEASES, (at) => `P${at % PROPERTIES},U${at},Lot ${at}`),
  leases: linesOf(
    "reference,lease_type,start_date,signature_date,status,external_id,tenant,units,base_rent_cents,index_type",
    LEASES,
    (at) => `B-${at},residential_unfurnished,2024-01-01,2023-12-15,active,L${at},${code(at)},U${at},${60_000 + at},IRL`,
  ),
} as const satisfies Partial<Record<ImportKind, string>>;
