import type { Level, ResourceType } from "@cartulary/documents";
import fc from "fast-check";
import { DOCUMENTS, USERS } from "../../support/application-fixture.ts";
import {
  contentOf,
  documentAt,
  folderAt,
  NOTHING,
  sha256,
  versionsOf,
  workspaceAt,
} from "../../support/record-factories.ts";
import { type Asking, uploadForm } from "../../support/send-request.ts";

/** One step. Its numbers index the existing records, so that any step fits any state. */
export interface Step {
  readonly kind: keyof typeof STEPS;
  readonly by: number;
  /** The index of its subject. */
  readonly on: number;
  /** The index of its destination, or of its variant. */
  readonly to: number;
  readonly word: number;
  /** Bits of further choices. */
  readonly way: number;
}

/** Sequences of steps, which shrink to the shortest that still tells. */
export function sequences(): fc.Arbitrary<readonly Step[]> {
  const step = fc.record({
    kind: fc.constantFrom(...weighted()),
    by: fc.constantFrom(0, 0, 0, 1, 2, 3),
    on: fc.nat(11),
    to: fc.nat(11),
    word: fc.nat(WORDS.length - 1),
    way: fc.nat(4095),
  });
  return fc.array(step, { minLength: 1, maxLength: 100, size: "max" });
}

/** The request of a step in a given state. */
export function deedOf(known: Known, step: Step): Deed {
  return STEPS[step.kind](known, step);
}

/** Ids that exist or existed. */
export interface Known {
  readonly people: readonly string[];
  readonly workspaces: string[];
  readonly folders: string[];
  readonly documents: string[];
  /** A document and one of its versions. */
  readonly versions: (readonly [string, string])[];
  readonly digests: string[];
  /** Removed ids. */
  readonly gone: string[];
}

/** A request, a permission granted through the core, or a passage of time. */
export type Deed =
  | { readonly method: string; readonly path: string; readonly asking: Asking; readonly makes?: keyof Known }
  | { readonly level: Level; readonly type: ResourceType; readonly id: string }
  | { readonly milliseconds: number };

const WORDS: readonly string[] = [
  "a",
  "A",
  "b",
  "École",
  "école",
  "100%",
  "a_b",
  "A_B",
  "a\\b",
  "ß",
  "ẞ",
  "İ",
  "ﬁn",
  "Ω",
  "😀",
  "é",
  "e\u0301",
  "",
  "  ",
  "x".repeat(256),
  "a\u0000b",
  "z z",
  "ſ",
  "10",
];

const pick = <Item>(items: readonly Item[], index: number): Item | undefined =>
  items.length === 0 ? undefined : items[index % items.length];
/** One of the ids, the newest first; sometimes a removed or unknown one. */
function idOf(known: Known, nouns: "people" | "workspaces" | "folders" | "documents", index: number): string {
  const ids = index === 11 ? [NOTHING] : index === 10 ? known.gone : known[nouns].toReversed();
  return pick(ids, index) ?? NOTHING;
}
const wordOf = ({ word }: Step): string => WORDS[word] ?? "";
const ask = (method: string, path: string, asking: Asking = {}, makes?: keyof Known): Deed => ({
  method,
  path,
  asking,
  ...(makes && { makes }),
});

/** A place as a body names it: in a folder, at the top of a workspace, out of any, both, or not at all. */
function placeOf(known: Known, { on, to }: Step): object {
  const folder = { documents_folder_id: idOf(known, "folders", to) };
  const workspace = { workspace_id: idOf(known, "workspaces", on) };
  return (
    [folder, folder, folder, workspace, {}, { ...folder, ...workspace }, { documents_folder_id: null }][on % 7] ?? {}
  );
}

/** A search text that finds records only after folding. */
const SOUGHT: readonly string[] = ["é", "É", "ß", "ẞ", "i", "İ", "_", "%", "\\", "ω", "fi", "e\u0301", "a", ""];

function listQuery(known: Known, step: Step, sorts: readonly string[], fields: readonly string[]): string {
  const { on, to, word, way } = step;
  const [value, field] = [encodeURIComponent(pick(SOUGHT, word) ?? ""), pick(fields, on)];
  const exact = encodeURIComponent(wordOf(step));
  const filters = [
    `q[${field}_cont]=${value}`,
    `q[${field}_start]=${value}`,
    `q[${field}_cont]=${value}`,
    `q[${field}_eq]=${exact}`,
    `q[${field}_in][]=${exact}&q[${field}_in][]=a`,
    `workspace_id=${idOf(known, "workspaces", to)}`,
    `documents_folder_id=${idOf(known, "folders", to)}`,
    "",
  ];
  return [
    `sort=${pick(way % 64 === 0 ? ["nonsense"] : sorts, to)}`,
    filters[way & 7],
    way & 8 ? "direction=asc" : "",
    way & 16 ? "per_page=100" : `per_page=3&page=${way & 32 ? 2 : 1}`,
  ]
    .filter(Boolean)
    .join("&");
}

function versionForm(known: Known, { on, to, word }: Step): Asking {
  const digest = pick(known.digests.toReversed(), on % 3) ?? sha256("");
  const fields = { ...(to % 2 && { expected_sha256: digest }), ...(word % 2 && { comment: WORDS[word] }) };
  const form = uploadForm(`version ${word}`, fields);
  return to % 3 ? form : { ...form, headers: { "idempotency-key": `key-${word % 3}` } };
}

const LEVELS: readonly Level[] = ["read", "write", "manage"];
const RANGES: readonly string[] = ["bytes=0-0", "bytes=2-", "bytes=-3", "bytes=99-", "bytes=0-1,3-4", "bytes=x"];

const STEPS = {
  pass: (_known: Known, { to }: Step): Deed => ({ milliseconds: to === 11 ? 86_400_000 : 1 + to * 500 }),
  grant: (known: Known, { on, to, word }: Step): Deed => {
    const type = (["folder", "workspace", "document"] as const)[word % 3] ?? "folder";
    return { level: LEVELS[to % 3] ?? "read", type, id: idOf(known, `${type}s`, on) };
  },
  makeWorkspace: (_known: Known, step: Step): Deed => {
    const json = {
      label: wordOf(step),
      ...(step.on % 2 && { settings: { a: step.on }, business_tag_list: [wordOf(step)] }),
    };
    return ask("POST", `${DOCUMENTS}/workspaces`, { json }, "workspaces");
  },
  makeFolder: (known: Known, step: Step): Deed => {
    const json = { name: wordOf(step), ...placeOf(known, step) };
    return ask("POST", `${DOCUMENTS}/folders`, { json }, "folders");
  },
  upload: (known: Known, step: Step): Deed => {
    const form = uploadForm(`text ${step.word}`, { name: `${wordOf(step)}.txt`, ...placeOf(known, step) });
    return ask("POST", `${DOCUMENTS}/documents`, form, "documents");
  },
  changeWorkspace: (known: Known, step: Step): Deed =>
    ask("PATCH", workspaceAt(idOf(known, "workspaces", step.on)), {
      json: { label: wordOf(step), metadata_user: { k: step.to } },
    }),
  changeFolder: (known: Known, step: Step): Deed =>
    ask("PATCH", folderAt(idOf(known, "folders", step.on)), {
      json: { description: wordOf(step), tag_list: [wordOf(step), "b"] },
    }),
  changeDocument: (known: Known, step: Step): Deed =>
    ask("PATCH", documentAt(idOf(known, "documents", step.on)), {
      json: { name: wordOf(step), metadata_user: { k: step.to } },
    }),
  replace: (known: Known, step: Step): Deed =>
    ask("PATCH", documentAt(idOf(known, "documents", step.on)), uploadForm(`text ${step.word}`)),
  moveFolder: (known: Known, step: Step): Deed =>
    ask("PATCH", folderAt(idOf(known, "folders", step.word)), { json: placeOf(known, step) }),
  moveDocument: (known: Known, step: Step): Deed =>
    ask("PATCH", documentAt(idOf(known, "documents", step.word)), { json: placeOf(known, step) }),
  addVersion: (known: Known, step: Step): Deed =>
    ask("POST", versionsOf(idOf(known, "documents", step.on)), versionForm(known, step)),
  versions: (known: Known, { on, to }: Step): Deed =>
    ask(
      "GET",
      versionsOf(idOf(known, "documents", on)),
      { query: `per_page=${(to % 3) + 1}&page=${(to % 2) + 1}` },
      "versions",
    ),
  restore: (known: Known, { on }: Step): Deed => {
    const [document, version] = pick(known.versions.toReversed(), on % 4) ?? [NOTHING, NOTHING];
    return ask("POST", `${versionsOf(document)}/${version}/restore`);
  },
  versionContent: (known: Known, { on }: Step): Deed => {
    const [document, version] = pick(known.versions.toReversed(), on % 4) ?? [NOTHING, NOTHING];
    return ask("GET", `${versionsOf(document)}/${version}/content`);
  },
  content: (known: Known, { on, to }: Step): Deed =>
    ask("GET", contentOf(idOf(known, "documents", on)), { headers: to % 2 ? { range: pick(RANGES, to) ?? "" } : {} }),
  folder: (known: Known, { on }: Step): Deed => ask("GET", folderAt(idOf(known, "folders", on))),
  document: (known: Known, { on }: Step): Deed => ask("GET", documentAt(idOf(known, "documents", on))),
  folders: (known: Known, step: Step): Deed =>
    ask("GET", `${DOCUMENTS}/folders`, {
      query: listQuery(
        known,
        step,
        ["name", "created_at", "updated_at"],
        ["name", "description", "name_or_description"],
      ),
    }),
  documents: (known: Known, step: Step): Deed =>
    ask("GET", `${DOCUMENTS}/documents`, {
      query: listQuery(
        known,
        step,
        ["name", "byte_size", "content_type", "updated_at"],
        ["name", "content_type", "sha256", "byte_size"],
      ),
    }),
  workspaces: (known: Known, step: Step): Deed =>
    ask("GET", `${DOCUMENTS}/workspaces`, {
      query: step.to % 2 ? "" : listQuery(known, step, ["label", "created_at"], ["label"]),
    }),
  users: (known: Known, step: Step): Deed =>
    ask("GET", USERS, {
      query: listQuery(known, step, ["first_name", "last_name", "role"], ["first_name", "display_name", "role"]),
    }),
  changeUser: (known: Known, step: Step): Deed =>
    ask("PATCH", `${USERS}/${idOf(known, "people", step.on)}`, {
      json: { first_name: wordOf(step), ...(step.to === 0 && { role: "manager" }) },
    }),
  makeUser: (_known: Known, step: Step): Deed =>
    ask("POST", USERS, { json: { email_address: `${wordOf(step)}@example.org`, last_name: wordOf(step) } }),
  removeFolder: (known: Known, { on }: Step): Deed => ask("DELETE", folderAt(idOf(known, "folders", on))),
  removeDocument: (known: Known, { on }: Step): Deed => ask("DELETE", documentAt(idOf(known, "documents", on))),
  removeWorkspace: (known: Known, { on }: Step): Deed => ask("DELETE", workspaceAt(idOf(known, "workspaces", on))),
} as const;

/** Steps that make things come more often than those that remove them. */
function weighted(): readonly Step["kind"][] {
  const often: Partial<Record<Step["kind"], number>> = {
    makeFolder: 8,
    upload: 8,
    addVersion: 8,
    versions: 6,
    grant: 5,
    moveFolder: 5,
    folders: 4,
    documents: 4,
    makeWorkspace: 3,
    restore: 3,
    versionContent: 2,
    content: 2,
    moveDocument: 2,
  };
  return (Object.keys(STEPS) as Step["kind"][]).flatMap((kind) => Array<Step["kind"]>(often[kind] ?? 1).fill(kind));
}
