import type { Paper, PaperList } from "./paper.ts";
import type { Dice } from "./random.ts";

/** Any record. */
// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
export type Body = any;

/** A request, its expected answer, and the change on paper after a success. */
export interface Foreseen {
  readonly method: "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly json?: object;
  readonly status: number;
  /** The code of a refusal. */
  readonly error?: string;
  /** The answer, where it is not a stored record. */
  readonly shows?: unknown;
  readonly write?: (answer: Body) => void;
}

/** The state in which an act runs. */
export interface World {
  readonly paper: Paper;
  /** Ids of another mandataire's, by list. */
  readonly foreign: Readonly<Record<PaperList, string>>;
}

/** An act; null if there is no record for it. */
export type Doing = (world: World, dice: Dice) => Foreseen | null;

export const REFUSED = { status: 422, error: "unprocessable_entity" } as const;
export const CLOSED = { status: 422, error: "invalid_transition" } as const;
export const DEPENDENTS = { status: 422, error: "has_dependents" } as const;

/**
 * An id of a list for a body: seldom another mandataire's, which counts as unknown; with a preference for the likely
 * ones.
 */
export function named<List extends PaperList>(
  { paper, foreign }: World,
  list: List,
  dice: Dice,
  isLikely: (one: Paper[List][number]) => boolean = () => true,
) {
  const every = paper[list] as readonly Paper[List][number][];
  const likely = every.filter(isLikely);
  const all = likely.length > 0 && !dice.once(4) ? likely : every;
  const one = all.length === 0 || dice.once(20) ? null : dice.of(all);
  return { id: one?.id ?? foreign[list], one, isKnown: one !== null };
}

/** An id of a list for a path: another mandataire's is not found. */
export function onOne<List extends PaperList>(
  list: List,
  act: (one: Paper[List][number], world: World, dice: Dice) => Omit<Foreseen, "path"> & { readonly door?: string },
  isLikely?: (one: Paper[List][number], paper: Paper) => boolean,
): Doing {
  return (world, dice) => {
    const { one, id } = named(world, list, dice, isLikely && ((each) => isLikely(each, world.paper)));
    const example = one ?? (world.paper[list] as readonly Paper[List][number][])[0];
    if (!example) return null;
    const { door = "", ...foreseen } = act(example, world, dice);
    const path = `/${list}/${id}${door}`;
    if (one) return { ...foreseen, path };
    const { write: _, error: __, ...sent } = foreseen;
    return { ...sent, path, status: 404 };
  };
}

/** Takes a record off its list. */
export function strike<List extends PaperList>(paper: Paper, list: List, id: string): void {
  paper[list] = (paper[list] as readonly { readonly id: string }[]).filter((each) => each.id !== id) as Paper[List];
}
