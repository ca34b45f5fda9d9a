import { deepEqual } from "node:assert/strict";
import { RENTAL_BASE } from "@cartulary/wire";
import { type Client, expected } from "./client.ts";
import { requireSame } from "./comparison.ts";
import { type Measurement, type Report, tableOf, type Verdict } from "./measurement.ts";
import { paymentGround } from "./payment-ground.ts";
import { median, ratio, timed } from "./rounds.ts";

/** Payments of a mandataire among others, and in all. */
const [EACH, ALL] = [1000, 100_000];
/** Mandataires of so many. */
const [FEW, MANY] = [10, 100];
const RATIO_MAX = 1.3;
/** The least share of SQL written by hand behind bare node:http. */
const AIM = 0.4;
const ROUNDS = { rounds: 7, turns: 15 };
/** Full payments, the latest first. */
const PAGE = `${RENTAL_BASE}/payments?q[status_eq]=allocated&sort=payment_date&direction=desc&page=3`;

const asking = (client: Client) => () => expected(200, client.get(PAGE));

/** The cost of a page of payments among those of other mandataires, and of one mandataire who has them all. */
export const payments: Measurement = {
  name: "payments",
  async run({ engines }, progress): Promise<Report> {
    const { rows, add } = tableOf(progress);
    const verdicts: Verdict[] = [];
    for (const engine of engines) {
      await using few = await paymentGround(engine, { mandataires: FEW, each: EACH });
      await using many = await paymentGround(engine, { mandataires: MANY, each: EACH });
      await using whole = await paymentGround(engine, { mandataires: 1, each: ALL });
      const totals = [few, many, whole].map(async ({ host }) => (await asking(host)()).headers["x-total-count"]);
      deepEqual(
        await Promise.all(totals),
        [EACH, EACH, ALL].map((all) => String((all * 3) / 4)),
      );
      const pages = await timed({ few: asking(few.host), many: asking(many.host) }, ROUNDS);
      const flat = ratio(pages.many, pages.few);
      add([`${engine}, among few and many`, ...figures(pages.few, pages.many), flat.toFixed(2)]);
      verdicts.push({
        promise: `${engine}: a page of 1,000 payments among 100,000 at ${flat.toFixed(2)} times that among 10,000 (at most ${RATIO_MAX})`,
        holds: flat <= RATIO_MAX,
      });
      for (const [what, where] of [
        ["1,000 payments among 100,000", many],
        ["100,000 payments", whole],
      ] as const) {
        const pair = { host: asking(where.host), roof: asking(where.roof) };
        await requireSame(pair);
        const took = await timed(pair, ROUNDS);
        const reached = ratio(took.roof, took.host);
        add([`${engine}, by hand and by us: ${what}`, ...figures(took.roof, took.host), reached.toFixed(2)]);
        if (where === whole)
          verdicts.push({
            promise: `${engine}: a page of ${what} at ${reached.toFixed(2)} of the roof (at least ${AIM})`,
            holds: reached >= AIM,
          });
      }
    }
    return { title: "A page of payments, in milliseconds", columns: ["", "one", "other", "ratio"], rows, verdicts };
  },
};

const figures = (...took: readonly (readonly number[])[]) => took.map((each) => median(each).toFixed(2));
