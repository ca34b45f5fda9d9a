/** One member of an object that is made of another. */
export interface Member {
  readonly name: string;
  /** The member of the other one that it is made of. */
  readonly from: string;
  /** What is made of its value; the value itself where there is nothing to change. */
  readonly change: ((value: never) => unknown) | null;
  /** Whether `null` stays what it is. */
  readonly keepsNull?: boolean;
}

/**
 * A function that makes objects of others, member by member, as fast as if each were written out by hand: of names that
 * it sees in the text, an engine knows the shape; of names that are in a table it looks for a place at every assignment,
 * which takes a page of records several times as long. Where no text may become code, that is how it is done.
 *
 * The text consists of names that are declared in the program; nothing of a request or of a row gets into it.
 */
export function memberwise<Source extends object, Target>(members: readonly Member[]): (source: Source) => Target {
  if (members.some(({ name }) => name === "__proto__")) throw new TypeError("No member is named __proto__");
  try {
    return written(members);
  } catch (error) {
    if (error instanceof EvalError) return assigned(members);
    throw error;
  }
}

function written<Source, Target>(members: readonly Member[]): (source: Source) => Target {
  const parts = members.map(({ name, from, change, keepsNull }, index) => {
    const value = `source[${JSON.stringify(from)}]`;
    const changed = change ? `change${index}(${value})` : value;
    return `${JSON.stringify(name)}: ${change && keepsNull ? `${value} === null ? null : ${changed}` : changed}`;
  });
  const changes = members.map((_, index) => `change${index}`);
  const make = new Function(...changes, `return (source) => ({ ${parts.join(", ")} });`);
  return make(...members.map(({ change }) => change));
}

function assigned<Source, Target>(members: readonly Member[]): (source: Source) => Target {
  return (source) => {
    const target: Record<string, unknown> = {};
    for (const { name, from, change, keepsNull } of members) {
      const value = (source as Readonly<Record<string, unknown>>)[from];
      target[name] = change === null || (keepsNull && value === null) ? value : change(value as never);
    }
    return target as Target;
  };
}
