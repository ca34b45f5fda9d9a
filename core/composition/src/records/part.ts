import {
  type FieldError,
  type Instant,
  type JsonObject,
  type ListDialect,
  line,
  presentErrors,
  standardLists,
  utf8Length,
} from "@cartulary/kernel";
import type { ComposedDocumentId, PartId } from "./ids.ts";
import { descriptionError, keyError, objectError, optionalLineError, sent, sentOf, sourceError } from "./values.ts";

export const CONTENT_FORMATS = ["typst", "markdown"] as const;
export type ContentFormat = (typeof CONTENT_FORMATS)[number];

export const CONTENT_SOURCES = ["human", "agent", "template"] as const;
export type ContentSource = (typeof CONTENT_SOURCES)[number];

export const PART_TYPES = ["content", "header", "footer", "signature", "appendix"] as const;
export type PartType = (typeof PART_TYPES)[number];

export const PART_STATUSES = ["draft", "editing", "ready", "validated", "locked"] as const;
export type PartStatus = (typeof PART_STATUSES)[number];

export const ALIGNMENTS = ["left", "center", "right"] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

/** Columns of a page: a part takes 1 to so many. */
export const COLUMNS = 12;

/** A section of a composed document. */
export interface Part {
  readonly id: PartId;
  readonly composedDocumentId: ComposedDocumentId;
  readonly title: string | null;
  readonly content: string;
  readonly contentFormat: ContentFormat;
  readonly contentSource: ContentSource;
  readonly partType: PartType;
  /** Any integer; parts of equal positions come by date and id. */
  readonly position: number;
  readonly status: PartStatus;
  readonly alignment: Alignment;
  /** Columns it takes, 1 to {@link COLUMNS}. */
  readonly bsize: number;
  /** Whether its row begins a page. */
  readonly pageBreak: boolean;
  /** Consecutive parts of one group stand beside each other. */
  readonly rowGroup: number | null;
  readonly key: string | null;
  readonly instructions: string | null;
  readonly assigneeId: string | null;
  readonly assigneeType: string | null;
  readonly metadata: JsonObject;
  readonly lockedAt: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** How many parts a composed document may have, and a template bring (documents.md 2.4). */
export const PARTS_MAX = 1_000;

/** The pages of a document's parts: all that there may be fit on one. */
export const partLists: ListDialect = { ...standardLists, perPage: PARTS_MAX, perPageMax: PARTS_MAX };

/** What says whether and where a part is printed: all of it but what may be long. */
export interface PartOutline extends Pick<Part, "id" | "status" | "partType"> {
  /** UTF-8 bytes of its content. */
  readonly contentBytes: number;
}

export const outlineOf = ({ id, status, partType, content }: Part): PartOutline => ({
  ...{ id, status, partType },
  contentBytes: utf8Length(content),
});

/** A part as lists show it: its content only where it is asked for. */
export interface ListedPart extends Omit<Part, "content"> {
  readonly content?: string;
}

/** What may be said of a part. An absent field keeps its value; on creation it gets its default. */
export interface PartInput {
  readonly title?: string | null;
  readonly content?: string;
  readonly contentFormat?: ContentFormat;
  readonly contentSource?: ContentSource;
  readonly partType?: PartType;
  readonly position?: number;
  readonly status?: PartStatus;
  readonly alignment?: Alignment;
  readonly bsize?: number;
  readonly pageBreak?: boolean;
  readonly rowGroup?: number | null;
  readonly key?: string | null;
  readonly instructions?: string | null;
  readonly assigneeId?: string | null;
  readonly assigneeType?: string | null;
  readonly metadata?: JsonObject | null;
}

type PartValues = Omit<Part, "id" | "composedDocumentId" | "position" | "lockedAt" | "createdAt" | "updatedAt">;

/** What a part is of which nothing was said. */
const NEW_PART: PartValues = {
  title: null,
  content: "",
  contentFormat: "markdown",
  contentSource: "human",
  partType: "content",
  status: "draft",
  alignment: "left",
  bsize: COLUMNS,
  pageBreak: false,
  rowGroup: null,
  key: null,
  instructions: null,
  assigneeId: null,
  assigneeType: null,
  metadata: {},
};

/** What a part may be when it is made. */
const FIRST_STATUSES: readonly PartStatus[] = ["draft", "editing"];

/** Everything wrong with the values themselves. */
export function partErrors(input: PartInput): readonly FieldError[] {
  return presentErrors(
    sent("title", input.title, optionalLineError),
    sent("content", input.content, sourceError),
    sent("bsize", input.bsize, columnsError),
    sent("key", input.key, keyError),
    sent("instructions", input.instructions, descriptionError),
    sent("assigneeType", input.assigneeType, optionalLineError),
    sent("metadata", input.metadata, objectError),
  );
}

/** The same of one that is being made. */
export function newPartErrors(input: PartInput): readonly FieldError[] {
  return [...partErrors(input), ...presentErrors(sent("status", input.status, firstStatusError))];
}

const columnsError = (field: string, bsize: number): FieldError | null =>
  bsize >= 1 && bsize <= COLUMNS
    ? null
    : { field, code: "inclusion", message: `must be a whole number from 1 to ${COLUMNS}` };

const firstStatusError = (field: string, status: PartStatus): FieldError | null =>
  FIRST_STATUSES.includes(status)
    ? null
    : { field, code: "inclusion", message: `must be ${FIRST_STATUSES.join(" or ")} for a new part` };

/** A part as an input without errors makes it. */
export function newPart(
  input: PartInput,
  made: Pick<Part, "id" | "composedDocumentId" | "position"> & { readonly now: Instant },
): Part {
  const { now, ...identity } = made;
  return { ...NEW_PART, ...partPatch(input), ...identity, lockedAt: null, createdAt: now, updatedAt: now };
}

/** What an input says of a part but its position. */
export function partPatch({ position: _position, ...input }: PartInput): Partial<PartValues> {
  const { title, metadata, ...others } = input;
  return {
    ...(sentOf(others) as Partial<PartValues>),
    ...(title !== undefined && { title: title === null ? null : line(title) }),
    ...(metadata !== undefined && { metadata: metadata ?? {} }),
  };
}

/** By position, date and id (documents.md 2.4). */
export function inOrder(parts: readonly Part[]): readonly Part[] {
  return parts.toSorted(
    (one, other) =>
      one.position - other.position || compare(one.createdAt, other.createdAt) || compare(one.id, other.id),
  );
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
