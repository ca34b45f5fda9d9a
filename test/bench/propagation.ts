import { createPublicAccess, propagate } from "@cartulary/public-access";
import { steadyClock } from "../support/fixed-clock.ts";
import { type Measurement, tableOf, type Verdict } from "./measurement.ts";
import { PUBLISHER, type PublicEstate, publicEstate, ROOT } from "./public-estate.ts";
import { median } from "./rounds.ts";

const SIZE = { folders: 10_000, documents: 90_000, depths: [] };
const AIM = 0.5;
const ROUNDS = 3;

/** The same stamps in one statement without roots, moves and exclusions. */
const BARE = `insert into public_stamps (resource_id, root_id, seq)
  with recursive below (id) as (
    select id from folders where id = '${ROOT}'
    union all select folders.id from folders join below on folders.documents_folder_id = below.id
  )
  select id, '${ROOT}', 7 from below
  union all select documents.id, '${ROOT}', 7 from documents join below on documents.documents_folder_id = below.id`;

/** Propagating over 100,000 nodes that hold no stamp yet. */
export const propagation: Measurement = {
  name: "propagation",
  async run({ engines }, progress) {
    const { rows, add } = tableOf(progress);
    const verdicts: Verdict[] = [];
    for (const engine of engines) {
      const estate = await publicEstate(engine, SIZE);
      const statement = engine === "Postgres" ? BARE.replaceAll(`'${ROOT}', 7`, `'${ROOT}'::uuid, 7`) : BARE;
      // Deleted rows would stay in Postgres's indexes, and be read again for every stamp.
      const clear = engine === "Postgres" ? "truncate public_stamps" : "delete from public_stamps";
      const took = await measured(estate, statement, clear);
      const reached = median(took.bare.map((bare, round) => bare / (took.ours[round] ?? Number.NaN)));
      const milliseconds = [took.ours, took.act, took.bare].map((each) => median(each).toFixed(0));
      add([engine, ...milliseconds, reached.toFixed(2)]);
      verdicts.push({
        promise: `On ${engine} at ${reached.toFixed(2)} of a bare insert (at least ${AIM})`,
        holds: reached >= AIM,
      });
      await estate.close();
    }
    return {
      title: "Propagating over 100,000 nodes, in milliseconds",
      columns: ["", "steps", "with its answer", "bare insert", "of the bare one"],
      rows,
      verdicts,
    };
  },
};

async function measured(estate: PublicEstate, bare: string, clear: string) {
  const clock = steadyClock();
  const { transact } = estate;
  const publicAccess = createPublicAccess({ transact, clock, extraReadRules: [], listeners: [] });
  const contenders = {
    ours: () => propagate(transact, clock, ROOT),
    act: () => publicAccess.propagate(PUBLISHER, { node: { type: "folder", id: ROOT }, dryRun: false }),
    bare: () => estate.run(bare),
  };
  const took = { ours: [] as number[], act: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of ["ours", "act", "bare"] as const) {
      await estate.run(clear);
      const began = performance.now();
      await contenders[name]();
      took[name].push(performance.now() - began);
    }
  }
  return took;
}
