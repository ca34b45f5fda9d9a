/** A UUID in lower case, branded with the noun it identifies. */
export type Id<Noun extends string> = string & { readonly noun: Noun };

/** Declared here because every caller has one. */
export type UserId = Id<"User">;
/** An access group of the directory. */
export type GroupId = Id<"Group">;

/** Port: creates unique ids ordered by time (UUID version 7, RFC 9562). */
export type NewId = <Noun extends string>() => Id<Noun>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Parses a UUID to lower case; `null` if invalid. */
export function parseId<Noun extends string>(text: string): Id<Noun> | null {
  return UUID.test(text) ? (text.toLowerCase() as Id<Noun>) : null;
}
