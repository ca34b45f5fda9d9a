import { DomainError } from "@cartulary/kernel";
import type { PublicAccessState } from "@cartulary/public-access";
import { expect } from "vitest";
import { ADMINISTRATOR } from "./document-fixture.ts";
import { ALL, type PublicAccessHouse } from "./public-access-fixture.ts";
import { type Command, createOracle, type Oracle } from "./public-access-oracle.ts";
import { commandOf, type Draft } from "./public-access-programs.ts";

/**
 * Runs a program through the services and by hand at once. After each command that could change it, both say the same of
 * every node; whole states, which cost more, are compared after some commands and at the end.
 */
export async function agree(
  house: PublicAccessHouse,
  program: readonly Draft[],
  seen: (kind: string) => void = () => {},
): Promise<void> {
  const oracle = createOracle();
  for (const [index, draft] of program.entries()) {
    const command = commandOf(draft, oracle);
    if (!command) continue;
    const { refused, granted } = oracle.apply(command);
    if (refused) continue;
    expect({ command, granted: await house.apply(command) }).toEqual({ command, granted });
    if (command.do === "create") continue;
    await agreeOnAll(house, oracle, command, seen);
    if (index % 4 === 0 && oracle.nodes.has(command.node)) await agreeOnState(house, oracle, command.node);
  }
  for (const node of [...oracle.nodes.keys()].slice(0, 6)) await agreeOnState(house, oracle, node);
}

async function agreeOnAll(
  house: PublicAccessHouse,
  oracle: Oracle,
  command: Command,
  seen: (kind: string) => void,
): Promise<void> {
  const numbers = [...oracle.nodes.keys()];
  const found = await house.explained(numbers);
  for (const [index, node] of numbers.entries()) {
    const { public: isPublic, reason, exclusion } = found[index] ?? expect.unreachable();
    seen(reason ?? "public");
    if (isPublic === oracle.isPublic(node) && (exclusion !== null) === oracle.isCut(node)) continue;
    throw new Error(`After ${JSON.stringify(command)} node ${node} is ${JSON.stringify(found[index])}`);
  }
}

/** I-10, I-11, I-12 and I-22: a state and what a visitor sees, counted by hand. */
async function agreeOnState(house: PublicAccessHouse, oracle: Oracle, number: number): Promise<void> {
  const node = house.node(number);
  const state = await house.publicAccess.state(ADMINISTRATOR, { node, limit: ALL });
  expect(brief(state, house)).toEqual(expected(oracle, number));
  if (node.type === "document") return;
  const visit = house.anonymousReader.folder(node.id).then(
    ({ items }) => items.map(({ id }) => house.numberOf(id)).sort(),
    (error) => {
      if (error instanceof DomainError && error.kind === "not_found") return null;
      throw error;
    },
  );
  const children = [...oracle.nodes].filter(([child, { parent }]) => parent === number && oracle.isPublic(child));
  expect(await visit).toEqual(oracle.isPublic(number) ? children.map(([child]) => child).sort() : null);
}

const brief = (state: PublicAccessState, house: PublicAccessHouse) => ({
  public: state.public,
  isRoot: state.isRoot,
  excluded: state.excluded,
  reasonless: state.reason === null,
  rooted: state.root !== null,
  subtree: state.subtree,
  unstamped: state.unstampedSample.map(({ id }) => house.numberOf(id)).sort(),
  exclusions: state.exclusions.map(({ resourceId }) => house.numberOf(resourceId)).sort(),
  exclusionsCount: state.exclusionsCount,
});

function expected(oracle: Oracle, number: number): ReturnType<typeof brief> {
  const isDocument = oracle.nodes.get(number)?.kind === "document";
  const below = isDocument ? [] : oracle.subtree(number).filter((node) => node !== number);
  const cut = below.filter(oracle.isCut);
  const open = below.filter(oracle.isPublic);
  const unstamped = below.filter((node) => !oracle.isCut(node) && !oracle.isPublic(node));
  const exclusions = below.filter(oracle.isExcluded);
  const documents = below.filter((node) => oracle.nodes.get(node)?.kind === "document").length;
  const counts = {
    total: below.length,
    folders: below.length - documents,
    documents,
    public: open.length,
    unstamped: unstamped.length,
    excluded: cut.length,
  };
  return {
    public: oracle.isPublic(number),
    isRoot: oracle.isRoot(number),
    excluded: oracle.isCut(number),
    reasonless: oracle.isPublic(number),
    rooted: oracle.isPublic(number),
    subtree: isDocument ? null : counts,
    unstamped: unstamped.sort(),
    exclusions: exclusions.sort(),
    exclusionsCount: exclusions.length,
  };
}
