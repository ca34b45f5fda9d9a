import { type HostProcess, startHost } from "../../support/cartulary-process.ts";
import type { HostGround } from "../../support/host-fixtures.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { type LoadClient, loadClient, sharesOf } from "./load.ts";

const CLIENTS = 4;
const ACKNOWLEDGED_MAX = 16;

/** How often a host is killed, and by which chance. */
export interface KillRounds {
  readonly ground: HostGround;
  readonly rounds: number;
  readonly seed: number;
}

/**
 * Kills a host under load after some answers, restarts it on its data, and compares the data with the acknowledged
 * requests. Each round continues from the end of the last one; garbage is collected meanwhile.
 */
export async function killRounds({ ground, rounds, seed }: KillRounds): Promise<void> {
  const { environment } = ground;
  const random = seededRandom(seed);
  const clients = Array.from({ length: CLIENTS }, (_, index) => loadClient(`client${index}`, seed + index + 1));
  for (let round = 0; round < rounds; round += 1) {
    await using host = await startHost({
      ...environment,
      CARTULARY_BLOB_GRACE: "PT0S",
      CARTULARY_TRASH: "PT0S",
      LOG_LEVEL: "warn",
    });
    await settle(host, clients, `seed ${seed}, after ${round} kills`);
    await killUnderLoad(host, clients, 1 + random.below(ACKNOWLEDGED_MAX));
    await ground.quiet();
  }
  await using host = await startHost(environment);
  await settle(host, clients, `seed ${seed}, after ${rounds} kills`);
  host.kill("SIGTERM");
  await host.ended;
}

async function settle(host: HostProcess, clients: readonly LoadClient[], when: string): Promise<void> {
  try {
    const found = await sharesOf(
      await host.signIn(),
      clients.map(({ name }) => name),
    );
    for (const [index, share] of found.entries()) clients[index]?.settle(share);
  } catch (cause) {
    throw new Error(`The stored data differ from the acknowledged requests (${when})`, { cause });
  }
}

async function killUnderLoad(host: HostProcess, clients: readonly LoadClient[], answers: number): Promise<void> {
  const client = await host.signIn();
  let left = answers;
  const acknowledged = () => {
    left -= 1;
    if (left === 0) host.kill("SIGKILL");
  };
  const isGone = () => left <= 0;
  await Promise.all(clients.map((each) => each.run(client, acknowledged, isGone)));
  const { signal } = await host.ended;
  if (signal !== "SIGKILL") throw new Error(`The host ended without a signal:\n${host.output.stderr}`);
}
