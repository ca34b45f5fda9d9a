import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pid } from "node:process";
import { temporaryFolder } from "../support/cartulary-process.ts";
import { checked, exported, filledBook, rowsOfYear } from "./fec-year.ts";
import { type LedgerGround, ledgerGround } from "./ledger-ground.ts";
import { type Measurement, tableOf, type Verdict } from "./measurement.ts";
import { residentMemoryOf } from "./resident-memory.ts";
import { median, ratio } from "./rounds.ts";

const MIB = 1_048_576;
const MANY = { year: 2026, lines: 1_000_000 };
const FEW = { year: 2025, lines: 10_000 };
const ROUNDS = 3;
/** Exports of the small year for one of the large one: as many lines. */
const FEW_TURNS = MANY.lines / FEW.lines;
/** The largest cost of a line among many, as a multiple of its cost among few. */
const LINE_MAX = 1.2;
const COPY_AIM = 0.3;
const GROWTH_MAX = 32 * MIB;

/** The accounting file of a year of a million lines. */
export const fec: Measurement = {
  name: "fec",
  async run({ engines }, progress) {
    const { rows, add } = tableOf(progress);
    const verdicts: Verdict[] = [];
    for (const engine of engines) {
      await using ground = await ledgerGround(engine);
      const bookId = await filledBook(ground, { [MANY.year]: MANY.lines, [FEW.year]: FEW.lines });
      const { many, few, copy, growth } = await measured(ground, bookId);
      const line = ratio(
        many.map((took) => took / MANY.lines),
        few.map((took) => took / FEW.lines),
      );
      const ofCopy = copy.length > 0 ? ratio(copy, many) : null;
      add([
        engine,
        median(many).toFixed(0),
        ...[many, few].map((took, index) => ((median(took) * 1000) / (index ? FEW : MANY).lines).toFixed(2)),
        line.toFixed(2),
        copy.length > 0 ? median(copy).toFixed(0) : "",
        ofCopy?.toFixed(2) ?? "",
        (growth / MIB).toFixed(0),
      ]);
      verdicts.push(
        {
          promise: `On ${engine}, a line among a million at ${line.toFixed(2)} of one among ten thousand (at most ${LINE_MAX})`,
          holds: line <= LINE_MAX,
        },
        {
          promise: `On ${engine}, memory grows by ${(growth / MIB).toFixed(0)} MiB (at most ${GROWTH_MAX / MIB})`,
          holds: growth <= GROWTH_MAX,
        },
        ...(ofCopy === null
          ? []
          : [
              {
                promise: `On ${engine} at ${ofCopy.toFixed(2)} of COPY … TO STDOUT (at least ${COPY_AIM})`,
                holds: ofCopy >= COPY_AIM,
              },
            ]),
      );
    }
    return {
      title: "The accounting file of a million lines",
      columns: ["", "ms", "µs a line", "among few", "ratio", "COPY, ms", "of COPY", "growth, MiB"],
      rows,
      verdicts,
    };
  },
};

async function measured(ground: LedgerGround, bookId: string) {
  const took = { many: [] as number[], few: [] as number[], copy: [] as number[] };
  const exports = (year: number, lines: number) => async () => {
    const came = await exported(ground, bookId, year);
    if (came !== lines) throw new Error(`Of ${lines} lines came ${came}`);
  };
  const [many, few] = [exports(MANY.year, MANY.lines), exports(FEW.year, FEW.lines)];
  const growth = await growthOf(few, many);
  for (let round = 0; round < ROUNDS; round += 1) {
    const small = await timed(async () => {
      for (let turn = 0; turn < FEW_TURNS; turn += 1) await few();
    });
    took.few.push(small / FEW_TURNS);
    took.many.push(await timed(many));
    if (ground.engine === "Postgres") took.copy.push(await timed(() => ground.copy(rowsOfYear(bookId, MANY.year))));
  }
  return { ...took, growth };
}

/** The time of our checker on a file of a million lines, with one open letter at a time in each journal. */
export const fecCheck: Measurement = {
  name: "fec-check",
  async run({ engines: [engine = "SQLite"] }) {
    await using ground = await ledgerGround(engine);
    await using folder = await temporaryFolder();
    const bookId = await filledBook(ground, { [MANY.year]: MANY.lines, [FEW.year]: FEW.lines });
    const [many, few] = [
      await written(ground, bookId, MANY.year, folder.path),
      await written(ground, bookId, FEW.year, folder.path),
    ];
    const growth = await growthOf(
      () => conform(few),
      () => conform(many),
    );
    const small = await timed(async () => {
      for (let turn = 0; turn < FEW_TURNS; turn += 1) await conform(few);
    });
    const took = await timed(() => conform(many));
    const line = took / MANY.lines / (small / FEW_TURNS / FEW.lines);
    return {
      title: "Checking an accounting file of a million lines",
      columns: ["ms", "µs a line", "ratio to one among few", "growth, MiB"],
      rows: [[took.toFixed(0), ((took * 1000) / MANY.lines).toFixed(2), line.toFixed(2), (growth / MIB).toFixed(0)]],
      verdicts: [
        {
          promise: `Memory grows by ${(growth / MIB).toFixed(0)} MiB (at most ${GROWTH_MAX / MIB})`,
          holds: growth <= GROWTH_MAX,
        },
      ],
    };
  },
};

/**
 * By how much the peak memory of a large year exceeds that of as many lines in small ones. A process that has just
 * started grows in any case, and both include garbage that is collected late.
 */
async function growthOf(few: () => Promise<unknown>, many: () => Promise<unknown>): Promise<number> {
  const memory = residentMemoryOf(pid);
  await memory.forget();
  for (let turn = 0; turn < FEW_TURNS; turn += 1) await few();
  const before = await memory.peak();
  await memory.forget();
  await many();
  return (await memory.peak()) - before;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The file of a year on disk, under a name that tells its closing. */
async function written(ground: LedgerGround, bookId: string, year: number, folder: string): Promise<string> {
  const path = join(folder, `123456782FEC${year}1231.txt`);
  const file = createWriteStream(path);
  await exported(ground, bookId, year, async (chunk) => {
    if (!file.write(chunk)) await once(file, "drain");
  });
  await new Promise<void>((resolve) => file.end(() => resolve()));
  return path;
}

async function conform(path: string): Promise<void> {
  const findings = await checked(path);
  if (findings > 0) throw new Error(`${findings} findings in a file of ours`);
}
