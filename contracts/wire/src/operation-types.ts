import type { Listing, ListQuery, PageQuery } from "@cartulary/kernel";
import type { z } from "zod";
import type { BYTES, HTML, OperationShape, PAGES, TEXT } from "./operation.ts";

/** The decoded type of the schema `Name`; `undefined` without one. */
export type OutputOf<Op, Name extends "params" | "query" | "body"> = Op extends {
  readonly [Key in Name]: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

/** The query of a list operation; `undefined` for others. */
export type ListRequestOf<Op> = Op extends { readonly list: Listing<infer Field> }
  ? ListQuery<Field>
  : Op extends { readonly list: typeof PAGES }
    ? PageQuery
    : undefined;

/** The decoded type of a reply body. */
export type ReplyValue<Body, Bytes> = Body extends z.ZodType
  ? z.output<Body>
  : Body extends typeof BYTES
    ? Bytes
    : Body extends typeof HTML | typeof TEXT
      ? string
      : undefined;

/** True for an operation whose body is raw bytes. */
export type BringsBytes<Op> = Op extends { readonly encodings: readonly ["bytes"] } ? true : false;

/** True for an operation that returns one page of a list. */
export type IsList<Op> = Op extends { readonly list: Listing | typeof PAGES } ? true : false;

/** The element type of a list reply. */
export type ElementOf<Body> = Body extends z.ZodType<readonly (infer Item)[]> ? Item : never;

/** The statuses of an operation. */
export type StatusOf<Op extends OperationShape> = keyof Op["replies"] & number;
