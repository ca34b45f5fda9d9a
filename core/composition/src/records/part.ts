import {
  DEFAULT_LIST_DIALECT,
  type FieldError,
  type Instant,
  type JsonObject,
  type ListDialect,
  normalizeLine,
  utf8Length,
  withoutNulls,
} from "@cartulary/kernel";
import {
  descriptionError,
  errorIfPresent,
  keyError,
  objectError,
  optionalLineError,
  presentFields,
  sourceError,
} from "./field-rules.ts";
import type { ComposedDocumentId, PartId } from "./ids.ts";

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

/** Number of columns of a page. */
export const COLUMNS = 12;

export interface Part {
  readonly id: PartId;
  readonly composedDocumentId: ComposedDocumentId;
  readonly title: string | null;
  readonly content: string;
  readonly contentFormat: ContentFormat;
  readonly contentSource: ContentSource;
  readonly partType: PartType;
  /** Any integer; equal positions are ordered by date and id. */
  readonly position: number;
  readonly status: PartStatus;
  readonly alignment: Alignment;
  /** Width in columns, 1 to {@link COLUMNS}. */
  readonly bsize: number;
  /** True when its row begins a new page. */
  readonly pageBreak: boolean;
  /** Consecutive parts with equal groups share a row. */
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

/** Maximum number of parts of a document or template (documents.md 2.4). */
export const PARTS_MAX = 1_000;

/** One page contains all parts. */
export const partLists: ListDialect = { ...DEFAULT_LIST_DIALECT, perPage: PARTS_MAX, perPageMax: PARTS_MAX };

/** The fields that decide printing, without long texts. */
export interface PartOutline extends Pick<Part, "id" | "status" | "partType"> {
  /** UTF-8 bytes of its content. */
  readonly contentBytes: number;
}

export const outlineOf = ({ id, status, partType, content }: Part): PartOutline => ({
  ...{ id, status, partType },
  contentBytes: utf8Length(content),
});

/** A part in lists, with content on request only. */
export interface ListedPart extends Omit<Part, "content"> {
  readonly content?: string;
}

/** Input of a part. Absent fields of an update stay unchanged; absent fields of a creation get their default. */
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

/** Defaults of a new part. */
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

/** Allowed statuses of a new part. */
const FIRST_STATUSES: readonly PartStatus[] = ["draft", "editing"];

/** Validates the values. */
export function partErrors(input: PartInput): readonly FieldError[] {
  return withoutNulls(
    errorIfPresent("title", input.title, optionalLineError),
    errorIfPresent("content", input.content, sourceError),
    errorIfPresent("bsize", input.bsize, columnsError),
    errorIfPresent("key", input.key, keyError),
    errorIfPresent("instructions", input.instructions, descriptionError),
    errorIfPresent("assigneeType", input.assigneeType, optionalLineError),
    errorIfPresent("metadata", input.metadata, objectError),
  );
}

/** Validates the values of a new part. */
export function newPartErrors(input: PartInput): readonly FieldError[] {
  return [...partErrors(input), ...withoutNulls(errorIfPresent("status", input.status, firstStatusError))];
}

const columnsError = (field: string, bsize: number): FieldError | null =>
  bsize >= 1 && bsize <= COLUMNS
    ? null
    : { field, code: "inclusion", message: `must be a whole number from 1 to ${COLUMNS}` };

const firstStatusError = (field: string, status: PartStatus): FieldError | null =>
  FIRST_STATUSES.includes(status)
    ? null
    : { field, code: "inclusion", message: `must be ${FIRST_STATUSES.join(" or ")} for a new part` };

/** Creates a part from a valid input. */
export function newPart(
  input: PartInput,
  context: Pick<Part, "id" | "composedDocumentId" | "position"> & { readonly now: Instant },
): Part {
  const { now, ...identity } = context;
  return { ...NEW_PART, ...partPatch(input), ...identity, lockedAt: null, createdAt: now, updatedAt: now };
}

/** Converts an input to a patch, without the position. */
export function partPatch({ position: _position, ...input }: PartInput): Partial<PartValues> {
  const { title, metadata, ...rest } = input;
  return {
    ...(presentFields(rest) as Partial<PartValues>),
    ...(title !== undefined && { title: title === null ? null : normalizeLine(title) }),
    ...(metadata !== undefined && { metadata: metadata ?? {} }),
  };
}

/** Sorts by position, date and id (documents.md 2.4). */
export function inOrder(parts: readonly Part[]): readonly Part[] {
  return parts.toSorted(
    (one, other) =>
      one.position - other.position || compare(one.createdAt, other.createdAt) || compare(one.id, other.id),
  );
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Returns the position after the last; the same one if there is no higher number, where the later part sorts last. */
export const nextPosition = (last: number): number => Math.min(Math.max(last, 0) + 1, Number.MAX_SAFE_INTEGER);
