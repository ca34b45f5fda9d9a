import { type Mutant, mutantsOf } from "./mutant.ts";

const CORE = "core/public-access/src";
const SQL = "adapters/sql/src/public-access";
const STORIES = "invariants/public-access-stories";

/** Bugs that would publish private resources, or hide public ones. */
export const publicAccessMutants: readonly Mutant[] = mutantsOf({
  [`${CORE}/rule.ts`]: [
    [
      "an exclusion above does not cut",
      "if (!complete || links.some(",
      "if (!complete || links.slice(0, 1).some(",
      STORIES,
    ],
    [
      "what was cut is public again once it is lifted",
      "{ excludedSeq: null, floorSeq: seq }",
      "{ ...barriers, excludedSeq: null }",
      STORIES,
    ],
    [
      "a way that is not seen to its top counts",
      "if (!complete || links.some(",
      "if (links.some(",
      "http/public-access",
      STORIES,
      "invariants/public-access.property",
    ],
    ["what moves into a public folder is public", "stampSeq > lastPlaced && ", "", STORIES],
    ["moving out of a cut restores", "isExcluded ? seq : floorOf(links)", "floorOf(links)", STORIES],
    [
      "stamps of before the last publication live",
      "stampSeq >= publishedSeq && ",
      "",
      STORIES,
      "invariants/public-access.property",
    ],
  ],
  [`${CORE}/anonymous-reader.ts`]: [
    [
      "visitors see the name of a parent that is not public",
      "return above && isPublic(above) ? parent : null;",
      "return parent;",
      "http/visitors",
    ],
    [
      "visitors read any resource by its id",
      "if (!chain || !isPublic(chain)) throw notFound();",
      "if (!chain) throw notFound();",
      "http/visitors",
    ],
    [
      "the bytes of a private document are sent",
      "if (!visited || !isPublic(visited.chain)) throw notFound();",
      "if (!visited) throw notFound();",
      "http/visitors",
    ],
  ],
  [`${CORE}/public-items.ts`]: [
    [
      "a public folder shows its excluded content",
      "page.filter((candidate) => isPublicIn(candidate, chain))",
      "page",
      "http/visitors",
      STORIES,
    ],
  ],
  [`${CORE}/public-access.ts`]: [
    [
      "a reader publishes",
      '"write");\n  return orNotFound(await stores.publicAccess.chain(node));',
      '"read");\n  return orNotFound(await stores.publicAccess.chain(node));',
      "http/public-access",
      "http/access-matrix",
    ],
    [
      "a root that is excluded stays one",
      'if (node.type === "folder") await stores.publicAccess.removeRoot(node.id);',
      "",
      "http/public-access",
      STORIES,
    ],
  ],
  [`${CORE}/tree-listener.ts`]: [
    [
      "what is deleted stays stamped",
      "isRestorable ? publicAccess.endGrants(nodes) : publicAccess.forget(nodes)",
      "Promise.resolve(publicAccess)",
      "http/trash",
      STORIES,
    ],
  ],
  [`${CORE}/propagation.ts`]: [
    ["a propagation reaches one level", "appendAll(waiting, step.folderIds);", "", "http/public-access", STORIES],
  ],
  [`${CORE}/state-query.ts`]: [
    [
      "what is excluded counts as not reached yet",
      "unstamped: total - counts.public - excluded",
      "unstamped: total - counts.public",
      "http/public-access",
    ],
  ],
  [`${SQL}/walk.ts`]: [
    [
      "below a cut all is counted as public",
      "case when nodes.excluded_seq is null then walk.cut else 1 end",
      "case when nodes.excluded_seq is null then 0 else 1 end",
      "adapters/sqlite/test/public-access",
    ],
  ],
  [`${SQL}/public-access-store.ts`]: [
    [
      "excluded things are stamped",
      "\n    and (select excluded_seq from public_access_nodes where resource_id = ${sql.ref(`${table}.id`)}) is null",
      "",
      "adapters/sqlite/test/public-access",
      STORIES,
    ],
  ],
});
