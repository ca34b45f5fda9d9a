/** Where an object stands: at a byte of the file, or as the n-th object of an object stream. */
export type Place =
  | { readonly kind: "at"; readonly offset: number; readonly generation: number }
  | { readonly kind: "in"; readonly stream: number; readonly index: number };
