import { deepEqual } from "node:assert/strict";
import { RENTAL_BASE } from "@cartulary/wire";
import { expected } from "./client.ts";
import { requireSame } from "./comparison.ts";
import { LEASES, leaseGround } from "./lease-ground.ts";
import { type Measurement, type Report, tableOf, type Verdict } from "./measurement.ts";
import { median, ratio, timed } from "./rounds.ts";

/** Mandataires, each with as many leases. */
const [FEW, MANY] = [10, 100];
const RATIO_MAX = 1.3;
/** The least share of SQL written by hand behind bare node:http. */
const AIM = 0.4;
/** The largest cost of a lease of 200 units and 200 terms of 10 units each, in details of a lease of one. */
const DETAIL_MAX = 20;
const ROUNDS = { rounds: 7, turns: 15 };
const PAGE = `${RENTAL_BASE}/leases?q[status_eq]=active&sort=tenant_name&page=3`;

/** The cost of a page of leases among those of other mandataires, and of a large lease compared with a small one. */
export const leases: Measurement = {
  name: "leases",
  async run({ engines }, progress): Promise<Report> {
    const { rows, add } = tableOf(progress);
    const verdicts: Verdict[] = [];
    for (const engine of engines) {
      await using few = await leaseGround(engine, FEW);
      await using many = await leaseGround(engine, MANY);
      const totals = [few, many].map(
        async ({ host }) => (await expected(200, host.get(PAGE))).headers["x-total-count"],
      );
      deepEqual(await Promise.all(totals), [String(LEASES), String(LEASES)]);
      const pages = await timed(
        { few: () => expected(200, few.host.get(PAGE)), many: () => expected(200, many.host.get(PAGE)) },
        ROUNDS,
      );
      const details = await timed(
        {
          small: () => expected(200, few.host.get(`${RENTAL_BASE}/leases/${few.small}`)),
          large: () => expected(200, few.host.get(`${RENTAL_BASE}/leases/${few.large}`)),
        },
        ROUNDS,
      );
      const bare = { host: () => expected(200, many.host.get(PAGE)), roof: () => expected(200, many.roof.get(PAGE)) };
      await requireSame(bare);
      const baseline = await timed(bare, ROUNDS);
      const reached = ratio(baseline.roof, baseline.host);
      const [flat, steep] = [ratio(pages.many, pages.few), ratio(details.large, details.small)];
      add(
        [`${engine}, a page`, median(pages.few).toFixed(2), median(pages.many).toFixed(2), flat.toFixed(2)],
        [`${engine}, by hand`, median(baseline.roof).toFixed(2), median(baseline.host).toFixed(2), reached.toFixed(2)],
        [`${engine}, a detail`, median(details.small).toFixed(2), median(details.large).toFixed(2), steep.toFixed(2)],
      );
      verdicts.push(
        {
          promise: `${engine}: a page of 1,000 leases among 100,000 at ${flat.toFixed(2)} times that among 10,000 (at most ${RATIO_MAX})`,
          holds: flat <= RATIO_MAX,
        },
        {
          promise: `${engine}: a page of 1,000 leases among 100,000 at ${reached.toFixed(2)} of the roof (at least ${AIM})`,
          holds: reached >= AIM,
        },
        {
          promise: `${engine}: a lease of 200 units and 200 terms at ${steep.toFixed(2)} times one of one (at most ${DETAIL_MAX})`,
          holds: steep <= DETAIL_MAX,
        },
      );
    }
    return {
      title: "A page of leases among 10,000 and 100,000; a lease of one unit and of 200, in milliseconds",
      columns: ["", "few", "many", "ratio"],
      rows,
      verdicts,
    };
  },
};
