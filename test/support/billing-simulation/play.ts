import { expect } from "vitest";
import type { Dice } from "../estate-model/random.ts";
import { expectNumbered, expectRepresented } from "./accounts.ts";
import { acknowledge, apply, cancel, change, close, create, receive, recompute, review, validate } from "./commands.ts";
import { type Play, type PlayHost, readRun } from "./history.ts";
import { fixedPart, type RunRead } from "./sums.ts";

/** The commands of a step; a repeated name is drawn more often. */
const COMMANDS = [
  ...["create", "create", "create", "review", "review", "review", "recompute", "acknowledge", "validate", "force"],
  ...["force", "apply", "apply", "apply", "cancel", "change", "change", "receive", "receive", "finish", "finish"],
  "close",
] as const;

/** Does one thing, and looks at all that has to hold after it. */
export async function stepPlay(play: Play, dice: Dice): Promise<void> {
  const name = dice.of(COMMANDS);
  const host = dice.of(play.hosts);
  const live = play.runs.filter(({ status }) => status !== "cancelled");
  const run = dice.once(8) || live.length === 0 ? dice.of(play.runs) : dice.of(live);
  play.log.push(`${name} ${run ? play.runs.indexOf(run) : ""} at ${play.hosts.indexOf(host)}`);
  if (name === "create" || !run) await create(play, host, dice);
  else if (name === "change") await change(play, host, dice);
  else if (name === "receive") await receive(play, host, dice);
  else if (name === "close") await close(play, host);
  else if (name === "review") await review(play, host, run, dice);
  else if (name === "recompute") await recompute(play, host, run);
  else if (name === "acknowledge") await acknowledge(play, host, run);
  else if (name === "validate" || name === "force") await validate(play, host, run, name === "force");
  else if (name === "apply") await apply(play, host, run);
  else if (name === "cancel") await cancel(play, host, run);
  else {
    await validate(play, host, run, true);
    await apply(play, host, run);
  }
  await expectRepresented(play, host);
}

/** Checks a finished history: ended runs are unchanged since their end. */
export async function endPlay(play: Play): Promise<void> {
  const [host] = play.hosts as [PlayHost];
  for (const run of play.runs) {
    const now = await readRun(host, run.id);
    expect(now.run.status).toBe(run.status);
    if (!["applied", "cancelled"].includes(run.status)) continue;
    const lines = ({ tenant, owner }: RunRead) => [...tenant, ...owner].map(fixedPart);
    expect(lines(now)).toEqual(lines(run.read));
  }
  await expectNumbered(host);
}
