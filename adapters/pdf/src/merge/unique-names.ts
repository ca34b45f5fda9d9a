/** Makes names unique. */
export interface UniqueNames {
  /** Returns the name, with a number if it is taken: `annexe_2`. Names are the bytes of PDF strings. */
  take(name: string): string;
}

const UTF16 = "\xfe\xff";
/** Length of a file extension, dot included. */
const ENDING_LENGTH_MAX = 5;

export function uniqueNames(): UniqueNames {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return {
    take(name) {
      let unique = name;
      for (let count = counts.get(name) ?? 2; taken.has(unique); count += 1) {
        unique = withNumber(name, count);
        counts.set(name, count + 1);
      }
      taken.add(unique);
      return unique;
    },
  };
}

/** Inserts the number before the file extension. */
function withNumber(name: string, count: number): string {
  const isWide = name.startsWith(UTF16);
  const [dot, suffix] = isWide ? ["\0.", `_${count}`.replace(/./g, "\0$&")] : [".", `_${count}`];
  const at = name.lastIndexOf(dot);
  const isEnding = at > (isWide ? UTF16.length : 0) && name.length - at <= ENDING_LENGTH_MAX * dot.length;
  return isEnding ? name.slice(0, at) + suffix + name.slice(at) : name + suffix;
}
