/**
 * Words that exported names and names of files do without: none of them says what a thing is. Each has a word of the field
 * in its place: `request` for "asked", `columns` for "told", `isEqual` for "alike", `error` for "fault".
 */
export const BANNED_WORDS = [
  ...["asked", "unasked", "said", "unsaid", "told", "given", "kept", "held", "among", "few", "placed"],
  ...[
    "once",
    "shown",
    "seen",
    "sought",
    "heard",
    "replied",
    "answered",
    "brought",
    "carried",
    "taken",
    "lone",
    "lasting",
  ],
  ...[
    "buried",
    "alike",
    "beside",
    "elsewhere",
    "others",
    "door",
    "doors",
    "way",
    "ways",
    "deed",
    "deeds",
    "turn",
    "turns",
  ],
  ...["surroundings", "furniture", "patience", "wall", "touches", "foresee", "foreseen", "spend", "spent", "unspent"],
  ...["judge", "judged", "judging", "stray", "strays", "fault", "faults", "sound", "nobody", "somebody", "whoever"],
  ...["everybody", "anybody", "gone", "lies", "stands"],
] as const;

/** Nouns that end as acts do: names of files may end in them. */
export const ENDINGS_OF_THE_TRADE: readonly string[] = [
  ...["lettering", "billing", "accounting", "listing", "casing", "opening", "finding", "encoding", "heading"],
  ...["aws-chunked", "embedded"],
];

const PDF_WORD = "text is shown by operators: the word of PDF (ISO 32000-1, 9.4.3)";
const TURN_COLUMN = "`turn` is a column of jobs";

/** What has a banned word all the same, by file and name, with the reason. */
export const ALLOWED_NAMES: ReadonlyMap<string, string> = new Map([
  ["adapters/pdf/src/text/shown-text.ts", PDF_WORD],
  ["adapters/pdf/src/text/shown-text.ts: shownText", PDF_WORD],
  ["core/kernel/src/jobs/owner-turns.ts", TURN_COLUMN],
  ["core/kernel/src/jobs/owner-turns.ts: ServedTurns", TURN_COLUMN],
  ["core/kernel/src/jobs/owner-turns.ts: turnOf", TURN_COLUMN],
]);

/** Folders that are not checked yet: their files are named after the steps of a search. */
export const UNCHECKED_FOLDERS: readonly string[] = ["core/search/", "adapters/sql/src/search/"];
