/** A UUID in lower case, branded with the noun it identifies. */
export type Id<Noun extends string> = string & { readonly noun: Noun };

/** Somebody who signs in. Here because every caller has one. */
export type UserId = Id<"User">;
/** An access group of the directory. */
export type GroupId = Id<"Group">;

/** Port: makes ids that were never made before, ordered by time (UUID version 7, RFC 9562). */
export type NewId = <Noun extends string>() => Id<Noun>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The id that `text` spells, in lower case; `null` when it is not a UUID. */
export function parseId<Noun extends string>(text: string): Id<Noun> | null {
  return UUID.test(text) ? (text.toLowerCase() as Id<Noun>) : null;
}
