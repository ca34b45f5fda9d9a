import { createVisitors } from "@cartulary/public-access";
import { compared } from "./comparison.ts";
import type { Measurement } from "./measurement.ts";
import { endOf, publicEstate } from "./public-estate.ts";

const DEPTH = 4;
const AIM = 0.5;
const READS = 50;
const ROUNDS = { rounds: 9, turns: 20 };

/** A document as anybody reads it, and its row as somebody reads it who asks for nothing else. */
export const publicReading: Measurement = {
  name: "public-reading",
  async run({ engines }) {
    const estates = await Promise.all(
      engines.map(async (engine) => ({
        engine,
        estate: await publicEstate(engine, { folders: 1_000, documents: 10_000, depths: [DEPTH] }),
      })),
    );
    const pairs = estates.map(({ engine, estate }) => {
      const visitors = createVisitors(estate);
      const id = endOf(DEPTH);
      return {
        what: `${engine}, ${READS} documents`,
        aim: AIM,
        host: async () => {
          for (let read = 0; read < READS; read += 1) await visitors.document(id);
        },
        roof: async () => {
          for (let read = 0; read < READS; read += 1) await estate.row("select * from documents where id = ?", id);
        },
      };
    });
    const report = await compared(
      "Reading a public document without saying who one is, by its services",
      pairs,
      ROUNDS,
    );
    for (const { estate } of estates) await estate.close();
    return report;
  },
};
