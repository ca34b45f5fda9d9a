import type { Listing, ListQuery, PageQuery } from "@cartulary/kernel";
import type { z } from "zod";
import type { BYTES, HTML, OperationShape, PAGES } from "./operation.ts";

/** What the schema under `Name` of an operation is read as; `undefined` when it has none. */
export type OutputOf<Op, Name extends "params" | "query" | "body"> = Op extends {
  readonly [Key in Name]: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

/** What a list operation is asked for; `undefined` for others. */
export type ListAskOf<Op> = Op extends { readonly list: Listing<infer Field> }
  ? ListQuery<Field>
  : Op extends { readonly list: typeof PAGES }
    ? PageQuery
    : undefined;

/** What a reply's body is on our side. */
export type ReplyValue<Body, Bytes> = Body extends z.ZodType
  ? z.output<Body>
  : Body extends typeof BYTES
    ? Bytes
    : Body extends typeof HTML
      ? string
      : undefined;

/** True for an operation whose body is nothing but bytes. */
export type BringsBytes<Op> = Op extends { readonly encodings: readonly ["bytes"] } ? true : false;

/** True for an operation that answers one page of a list. */
export type IsList<Op> = Op extends { readonly list: Listing | typeof PAGES } ? true : false;

/** The element of a list's reply. */
export type ElementOf<Body> = Body extends z.ZodType<readonly (infer Item)[]> ? Item : never;

/** The statuses that an operation answers. */
export type StatusOf<Op extends OperationShape> = keyof Op["replies"] & number;
