/** Location of an object: a byte offset in the file, or an index in an object stream. */
export type Place =
  | { readonly kind: "at"; readonly offset: number; readonly generation: number }
  | { readonly kind: "in"; readonly stream: number; readonly index: number };
