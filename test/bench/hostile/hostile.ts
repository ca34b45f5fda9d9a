import { setTimeout as wait } from "node:timers/promises";
import { DOCUMENTS_BASE } from "@cartulary/wire";
import { temporaryFolder } from "../../support/cartulary-process.ts";
import { agencyGround } from "../agency-ground.ts";
import type { Measurement, Progress, Report, Verdict } from "../measurement.ts";
import { median } from "../rounds.ts";
import type { Engine } from "../scene.ts";
import { ATTACKS, type Attack, BARE } from "./attacks.ts";
import { type Flood, type Person, personAt } from "./people.ts";
import { type WatchedHost, watchedHost } from "./watched-host.ts";

const RUNS = 5;
/** Duration of an attack at least before the letter is requested, and in all. */
const LEAD_MS = 500;
const RUN_MS = 4_000;
/** How long the other person waits for anything. */
const PATIENCE_MS = 30_000;
const ASK_EVERY_MS = 50;
/** How long a host that died is waited for. */
const DEATH_MS = 2_000;
/** Letters until host and children have compiled their own code. */
const WARM_UPS = 5;

const MIB = 1_048_576;
const LOOP_DELAY_MS_MAX = 200;
const GROWTH_BYTES_MAX = 300 * MIB;
const LETTER_RATIO_MAX = 3;

/** The effect of attacks on another user of the same host, on each engine. */
export const hostile: Measurement = {
  name: "hostile",
  async run({ engines }, progress): Promise<Report> {
    const measured: AttackMeasurement[] = [];
    for (const engine of engines) {
      for (const attack of ATTACKS) {
        const measurement = await measure(engine, attack);
        tell(progress, measurement);
        measured.push(measurement);
      }
    }
    return {
      title: `The effect of each attack on another user: medians of ${RUNS} runs, the greatest growth`,
      columns: ["", "loop delay, ms", "healthz, ms", "a document, ms", "letter, ms", "alone", "MiB above idle"],
      rows: measured.map(rowOf),
      verdicts: measured.flatMap(verdictsOn),
    };
  },
};

/** The measurement of one attack. */
interface AttackMeasurement {
  readonly engine: Engine;
  readonly attack: string;
  readonly runs: readonly Run[];
  readonly aloneMs: number;
  /** How the host died; `null` where it lives. */
  readonly death: string | null;
  readonly answered: ReadonlyMap<string, number>;
}

interface Run {
  readonly loopDelayMs: number;
  /** The slowest answers. */
  readonly healthMs: number;
  readonly documentMs: number;
  readonly letterMs: number;
  readonly growthBytes: number;
}

/** Each attack has a host and a database of its own: the next must not suffer what this one left behind. */
async function measure(engine: Engine, attack: Attack): Promise<AttackMeasurement> {
  await using ground = await agencyGround(engine);
  await using folder = await temporaryFolder();
  await using watched = await watchedHost(ground.environment, folder.path);
  const { host } = watched;
  const administrator = await host.signIn();
  await administrator.createTemplate({ body: { key: BARE, typstSource: "// Nothing of its own" } });
  const attacker = await personAt(host, administrator, "attacker");
  const other = await otherPerson(host.url, await personAt(host, administrator, "other"));
  const begin = await attack.prepare({ engine, url: host.url, agency: ground, attacker });
  for (let count = 0; count < WARM_UPS; count += 1) await other.letter();
  const alone: number[] = [];
  while (alone.length < RUNS) alone.push(await other.letter());
  const idleBytes = await watched.memory.now();
  const runs: Run[] = [];
  const answered = new Map<string, number>();
  while (runs.length < RUNS && watched.death() === null) {
    const run = await oneRun(watched, other, begin, { idleBytes, answered });
    if (run) runs.push(run);
  }
  return { engine, attack: attack.name, runs, aloneMs: median(alone), death: watched.death(), answered };
}

interface Baseline {
  readonly idleBytes: number;
  readonly answered: Map<string, number>;
}

/** `null` where the host did not live to tell. */
async function oneRun(
  watched: WatchedHost,
  other: OtherPerson,
  begin: Awaited<ReturnType<Attack["prepare"]>>,
  { idleBytes, answered }: Baseline,
): Promise<Run | null> {
  const { memory, loopDelayMs, death } = watched;
  let floods: readonly Flood[] = [];
  let isOver = false;
  try {
    await memory.forget();
    await loopDelayMs();
    floods = begin();
    const asking = other.askUntil(() => isOver || death() !== null);
    await wait(LEAD_MS);
    const [letterMs] = await Promise.all([other.letter(), wait(RUN_MS - LEAD_MS)]);
    isOver = true;
    const slowest = await asking;
    return {
      ...{ ...slowest, letterMs, loopDelayMs: await loopDelayMs() },
      growthBytes: (await memory.peak()) - idleBytes,
    };
  } catch (error) {
    // Its end is reported shortly after its sockets and its memory are released.
    await wait(DEATH_MS);
    if (death() === null) throw error;
    return null;
  } finally {
    isOver = true;
    for (const each of floods) {
      await each.stop();
      for (const [status, count] of each.answered) answered.set(status, (answered.get(status) ?? 0) + count);
    }
  }
}

/** A user who does no harm. */
interface OtherPerson {
  /** Milliseconds until a letter of one page is ready; the whole patience where it does not come. */
  letter(): Promise<number>;
  /** Looks at `/healthz` and at a document again and again, and answers how long the slowest took. */
  askUntil(isOver: () => boolean): Promise<Pick<Run, "healthMs" | "documentMs">>;
}

const LETTER = {
  ...{ expediteur_nom: "Régie du Port", destinataire_nom: "Camille Durand", lieu: "Nantes", date: "2 mars 2026" },
  ...{ objet: "Votre dossier", corps: "Nous avons bien reçu vos pièces. ".repeat(20) },
};

async function otherPerson(url: string, { client, token }: Person): Promise<OtherPerson> {
  const params = {
    id: (await client.createComposedDocument({ body: { templateKey: "lettre", variables: LETTER } })).id,
  };
  const file = { name: "note.txt", bytes: Buffer.from("A note"), contentType: "text/plain" };
  const { id } = await client.createDocument({ file });
  const authorization = `Bearer ${token}`;
  const took = (path: string) =>
    within(async (signal) => {
      const answer = await fetch(url + path, { signal, headers: { authorization } });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
    });
  let letters = 0;
  return {
    async letter() {
      letters += 1;
      const body = { variables: { ...LETTER, reference: `Lettre ${letters}` } };
      return within(async () => {
        await client.updateComposedDocument({ params, body });
        await client.compileComposedDocument({ params });
      });
    },
    async askUntil(isOver) {
      let [healthMs, documentMs] = [0, 0];
      while (!isOver()) {
        healthMs = Math.max(healthMs, await took("/healthz"));
        documentMs = Math.max(documentMs, await took(`${DOCUMENTS_BASE}/documents/${id}`));
        await wait(ASK_EVERY_MS);
      }
      return { healthMs, documentMs };
    },
  };
}

/** Milliseconds that `work` takes; {@link PATIENCE_MS} where it fails or takes longer. */
async function within(work: (signal: AbortSignal) => Promise<unknown>): Promise<number> {
  const began = performance.now();
  const over = new AbortController();
  const patience = wait(PATIENCE_MS, "late", { signal: over.signal }).catch(() => "late");
  try {
    const end = await Promise.race([work(AbortSignal.timeout(PATIENCE_MS)).then(() => "done"), patience]);
    return end === "done" ? performance.now() - began : PATIENCE_MS;
  } catch {
    return PATIENCE_MS;
  } finally {
    over.abort();
  }
}

/** The greatest: what a host has grown by once it may not give back. */
const growthOf = (runs: readonly Run[]): number => Math.max(...runs.map(({ growthBytes }) => growthBytes));

const medianOf = (runs: readonly Run[], name: keyof Run): number => median(runs.map((run) => run[name]));

function rowOf({ engine, attack, runs, aloneMs }: AttackMeasurement): readonly string[] {
  const figure = (name: keyof Run) => medianOf(runs, name).toFixed(0);
  const mib = (growthOf(runs) / MIB).toFixed(0);
  return [
    `${attack}, ${engine}`,
    ...(["loopDelayMs", "healthMs", "documentMs", "letterMs"] as const).map(figure),
    ...[aloneMs.toFixed(0), mib],
  ];
}

function verdictsOn({ engine, attack, runs, aloneMs, death }: AttackMeasurement): readonly Verdict[] {
  const subject = `During ${attack} on ${engine}`;
  if (death !== null) return [{ promise: `${subject} the host lives: it died by ${death}`, holds: false }];
  const delay = medianOf(runs, "loopDelayMs");
  const growth = growthOf(runs);
  const ratio = medianOf(runs, "letterMs") / aloneMs;
  return [
    {
      promise: `${subject} the event loop is ${delay.toFixed(0)} ms late (at most ${LOOP_DELAY_MS_MAX})`,
      holds: delay <= LOOP_DELAY_MS_MAX,
    },
    {
      promise: `${subject} the host grows by ${(growth / MIB).toFixed(0)} MiB (less than ${GROWTH_BYTES_MAX / MIB})`,
      holds: growth < GROWTH_BYTES_MAX,
    },
    {
      promise: `${subject} a letter takes ${ratio.toFixed(2)} of its time alone (at most ${LETTER_RATIO_MAX})`,
      holds: ratio <= LETTER_RATIO_MAX,
    },
  ];
}

function tell(progress: Progress, measurement: AttackMeasurement): void {
  const statuses = [...measurement.answered].map(([status, count]) => `${count} × ${status}`).join(", ");
  progress(
    `${rowOf(measurement).join("  ")}  (the attacker was answered ${statuses || "nothing"})${measurement.death ?? ""}`,
  );
}
