import { explain } from "@cartulary/public-access";
import { type Measurement, tableOf } from "./measurement.ts";
import { endOf, type PublicEstate, publicEstate } from "./public-estate.ts";
import { median, ratio, timed } from "./rounds.ts";

const SIZES = [1_000, 1_000_000] as const;
const DEPTHS = [4, 16, 64] as const;
const FLAT_DEPTH = 16;
/** The largest cost of a check in the larger tree, as a multiple of its cost in the smaller one. */
const RATIO_MAX = 1.3;
const CHECKS = 200;
const ROUNDS = { rounds: 9, turns: 5 };

/** The check that a document is public: by the number of resources, and by its depth. */
export const publicChecks: Measurement = {
  name: "public-check",
  async run({ engines }, progress) {
    const { rows, add } = tableOf(progress);
    const verdicts: { readonly promise: string; readonly holds: boolean }[] = [];
    for (const engine of engines) {
      const few = await publicEstate(engine, { folders: SIZES[0], documents: 0, depths: DEPTHS });
      const many = await publicEstate(engine, { folders: SIZES[1], documents: 0, depths: DEPTHS });
      const flat = await timed({ few: checks(few, FLAT_DEPTH), many: checks(many, FLAT_DEPTH) }, ROUNDS);
      const times = ratio(flat.many, flat.few);
      const deep = await timed(
        { shallow: checks(many, DEPTHS[0]), middle: checks(many, DEPTHS[1]), deep: checks(many, DEPTHS[2]) },
        ROUNDS,
      );
      const each = [flat.few, flat.many, deep.shallow, deep.middle, deep.deep].map(
        (took) => (median(took) * 1000) / CHECKS,
      );
      const deeper = ratio(deep.deep, deep.middle);
      add([engine, ...each.map((took) => took.toFixed(0)), times.toFixed(2), deeper.toFixed(2)]);
      verdicts.push(
        {
          promise: `On ${engine}, a thousand times the folders cost at most ${RATIO_MAX} times as much`,
          holds: times <= RATIO_MAX,
        },
        { promise: `On ${engine}, four times the depth costs at most four times as much`, holds: deeper <= 4 },
      );
      await few.close();
      await many.close();
    }
    return {
      title: "Whether a document is public, in microseconds",
      columns: ["", "1,000", "1,000,000", "depth 4", "depth 16", "depth 64", "size", "depth"],
      rows,
      verdicts,
    };
  },
};

/** Checks in one transaction: the measurement covers the check alone. */
function checks({ transact }: PublicEstate, depth: number): () => Promise<void> {
  const id = endOf(depth);
  return () =>
    transact.read(async ({ publicAccess }) => {
      for (let check = 0; check < CHECKS; check += 1) {
        const chain = await publicAccess.chain({ type: "document", id });
        if (!chain || !explain(chain).public) throw new Error("A check was wrong");
      }
    });
}
