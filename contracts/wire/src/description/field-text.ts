/** Words of JSON Schema that bound a value as the server holds it, where the schema that reads it checks its type only. */
interface ValueBounds {
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly const?: string;
}

/** The description of a field or parameter in plain English, with its unit; and its bounds where it has some. */
export type FieldText = string | (ValueBounds & { readonly description: string });

/** The texts of fields by their core name. */
export type FieldTexts = Readonly<Record<string, FieldText>>;

/** Texts that some records, or operations, share. */
export interface SharedTexts {
  /** Names of records, or ids of operations. */
  readonly of: readonly string[];
  readonly texts: FieldTexts;
}

/** Returns the texts of each record or operation by its name; later ones win. */
export function textsByOwner(shared: readonly SharedTexts[]): ReadonlyMap<string, FieldTexts> {
  const byOwner = new Map<string, FieldTexts>();
  for (const { of, texts } of shared) {
    for (const owner of of) byOwner.set(owner, { ...byOwner.get(owner), ...texts });
  }
  return byOwner;
}
