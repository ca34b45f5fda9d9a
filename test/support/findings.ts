import type { Finding } from "@cartulary/kernel";
import { onTestFinished } from "vitest";
import { type House, type HouseOptions, openHouse } from "./application-fixture.ts";
import type { TestDatabase, TestEngine } from "./databases.ts";
import { type Makers, makersFor } from "./record-factories.ts";

/** A house that may be damaged and looked at. */
interface DamagedHouse {
  readonly database: TestDatabase;
  readonly house: House;
  readonly make: Makers;
  /** The findings now, by every check or one, one per line, in order: `error folder ID: is inside itself`. */
  found(check?: string): Promise<readonly string[]>;
}

/** A house of a test's own on `engine`, closed after the test. */
export async function houseOn(engine: TestEngine, options?: HouseOptions): Promise<DamagedHouse> {
  const database = await engine.open();
  const house = await openHouse(database, options);
  onTestFinished(() => house.close());
  return {
    database,
    house,
    make: makersFor(house),
    found: async (check) => (await house.findings(check)).map(spoken).toSorted(),
  };
}

const spoken = ({ severity, area, id, message }: Finding) => `${severity} ${area} ${id}: ${message}`;
