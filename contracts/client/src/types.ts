/** A file to upload. A stream is read once; its name is `file`, as that of bytes, unless the input has a `name`. */
export type Upload = Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/** How much of a file was sent. */
export interface UploadProgress {
  /** Bytes that the server has. */
  readonly loaded: number;
  /** Bytes of the whole file. */
  readonly total: number;
  /** The chunked upload, which a later call resumes as `chunked_upload_id`; null for a file sent in one request. */
  readonly uploadId: string | null;
}

/** Options of one call. */
export interface CallOptions {
  /** Ends the call, its retries and the reading of a download; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Milliseconds for each attempt; the client's by default. */
  readonly timeoutMs?: number;
  /** Called after each part of an upload. */
  readonly onProgress?: (progress: UploadProgress) => void;
  /** Request headers, which win over those of the client. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The mandataire of this call; the client's by default. */
  readonly mandataireId?: string;
  /** Bytes of a stream to upload: with it, a long stream is sent as it is read, never held whole. */
  readonly size?: number;
}

/** An operation: it resolves to the body of its answer, or rejects with an ApiError. */
export type Method<Input, Answer> =
  Record<never, never> extends Input
    ? (input?: Input, options?: CallOptions) => Promise<Answer>
    : (input: Input, options?: CallOptions) => Promise<Answer>;

/** An operation that stages a file, instead of creating its record, where the input has `Field`. */
export interface StagingMethod<Input, Field extends string, Answer, Staged> {
  (input: Input & { readonly [Name in Field]?: null }, options?: CallOptions): Promise<Answer>;
  (input: Input, options?: CallOptions): Promise<Answer | Staged>;
}

/** A list: called, it resolves to the body of one page. */
export type ListMethod<Input, Item, Answer> = Method<Input, Answer> & {
  /** Resolves to one page with its counts and headers. */
  readonly page: Method<Input, Page<Item>>;
  /**
   * Iterates the elements of every page, a hundred a request unless the input has `per_page`. Each page is read when the
   * loop reaches it; elements that move between pages meanwhile may be missed or repeated: for copies, use `follow`.
   */
  readonly all: Record<never, never> extends Input
    ? (input?: Input, options?: CallOptions) => AsyncGenerator<Item, void, undefined>
    : (input: Input, options?: CallOptions) => AsyncGenerator<Item, void, undefined>;
};

/** One page of a list. */
export interface Page<Item> {
  readonly items: Item[];
  /** Elements of the whole list. */
  readonly total: number;
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
  readonly hasMore: boolean;
  /** All headers of the answer, such as X-Snapshot-At. */
  readonly headers: Headers;
}

/** The parameters of a list that has pages only. */
export interface Pages {
  /** From 1. */
  readonly page?: number;
  /** From 1 to 100. */
  readonly per_page?: number;
  /** Elements to skip, instead of full pages. */
  readonly offset?: number;
}

interface Sorted<Sort> extends Pages {
  readonly sort?: Sort;
  readonly direction?: "asc" | "desc";
}

/** The parameters of a list of documents and the like: `Fields` are the kinds of its filters. */
export type DocumentsList<Sort, Fields extends Kinds, Choices> = Sorted<Sort> & {
  readonly q?: DocumentsFilter<Fields, Choices>;
};

/** The parameters of a list of the rental product. */
export type RentalList<Sort, Fields extends Kinds, Choices> = Sorted<Sort> & {
  /** Free text. */
  readonly search?: string;
  /** Only what changed at this date-time or later, in the order of changes. */
  readonly updated_since?: string;
  /** Of the changes at `updated_since`, only those with a greater id. */
  readonly after_id?: string;
  readonly q?: string | RentalFilter<Fields, Choices>;
};

type Kind =
  | "text"
  | "passage"
  | "keyword"
  | "uuid"
  | "integer"
  | "amount"
  | "decimal"
  | "date"
  | "instant"
  | "boolean"
  | "list"
  | "object";

type Kinds = Readonly<Record<string, Kind>>;

type TextKind = "text" | "passage" | "keyword";
type OrderedKind = TextKind | "integer" | "amount" | "decimal" | "date" | "instant";
type SingleKind = OrderedKind | "uuid" | "boolean";

type Scalar<Of extends Kind> = Of extends "boolean"
  ? boolean
  : Of extends "integer" | "amount" | "decimal"
    ? number | string
    : string;

type Names<Fields extends Kinds, Of extends Kind> = {
  [Name in keyof Fields]: Fields[Name] extends Of ? Name : never;
}[keyof Fields] &
  string;

type ValueOf<Fields extends Kinds, Choices, Name extends string> = Name extends keyof Choices
  ? Choices[Name]
  : Scalar<Fields[Name] & Kind>;

type Compare<Fields extends Kinds, Choices, Of extends Kind, Predicate extends string> = {
  readonly [Name in Names<Fields, Of> as `${Name}_${Predicate}`]?: ValueOf<Fields, Choices, Name>;
};

type CompareAny<Fields extends Kinds, Choices, Of extends Kind, Predicate extends string> = {
  readonly [Name in Names<Fields, Of> as `${Name}_${Predicate}`]?: readonly ValueOf<Fields, Choices, Name>[];
};

type Match<Fields extends Kinds, Of extends Kind, Predicate extends string, Value> = {
  readonly [Name in Names<Fields, Of> as `${Name}_${Predicate}`]?: Value;
};

type Quantified<Predicate extends string> = `${Predicate}_${"any" | "all"}`;
type Order = "lt" | "lteq" | "gt" | "gteq";
type Affix = "cont" | "i_cont" | "start" | "end";
type Pattern = "matches" | "does_not_match" | Affix | `not_${Affix}`;

/** The filters of the documents product (list-filters.md). Over several fields: `name_or_description_cont`. */
type DocumentsFilter<Fields extends Kinds, Choices> = Compare<Fields, Choices, SingleKind, "eq" | "not_eq"> &
  Compare<Fields, Choices, OrderedKind, Order> &
  CompareAny<Fields, Choices, SingleKind, "in" | "not_in" | Quantified<"eq" | "not_eq">> &
  CompareAny<Fields, Choices, OrderedKind, Quantified<Order>> &
  Match<Fields, TextKind, Pattern, string> &
  Match<Fields, TextKind, Quantified<Pattern>, readonly string[]> &
  Match<Fields, SingleKind | "list", "present" | "blank", boolean> &
  Match<Fields, SingleKind | "object", "null" | "not_null", boolean> &
  Match<Fields, "boolean", "true" | "not_true" | "false" | "not_false", boolean> & {
    readonly [Compound in `${Names<Fields, SingleKind>}_${"or" | "and"}_${string}`]?: FilterValue;
  };

/** The filters of the rental product. */
type RentalFilter<Fields extends Kinds, Choices> = Compare<Fields, Choices, SingleKind, "eq"> &
  Compare<Fields, Choices, OrderedKind, "gteq" | "lteq"> &
  CompareAny<Fields, Choices, SingleKind, "in"> &
  Match<Fields, TextKind, "cont", string>;

type FilterScalar = string | number | boolean;

/** A value of a filter; a list is any of its elements. */
export type FilterValue = FilterScalar | readonly FilterScalar[];
