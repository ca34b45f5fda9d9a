import type { NoteField } from "./note-fields.ts";
import type { Note, PaperList } from "./paper.ts";
import type { Dice } from "./random.ts";
import { elementsOf, NOTES, type NoteArray } from "./record-state.ts";
import { type Body, type Doing, type Foreseen, REFUSED, type World } from "./run-operation.ts";

/** An act that also writes other fields of its record. */
export function noting(doing: Doing): Doing {
  return (world, dice) => {
    const foreseen = doing(world, dice);
    const [, list = "", id = null, door] = foreseen?.path.split("/") ?? [];
    if (!foreseen || foreseen.method === "DELETE" || door || !(list in NOTES)) return foreseen;
    const drawing = drawnOf(world, list as PaperList, id, dice);
    // Of two refusals the interface does not promise which comes first.
    return foreseen.status < 300 || drawing.isRight ? withNotes(foreseen, list as PaperList, drawing, world) : foreseen;
  };
}

/** The written fields of a record. */
interface Drawing {
  readonly scalars: Note;
  readonly arrays: Readonly<Record<string, readonly Note[]>>;
  readonly isRight: boolean;
  /** The scalars, and the arrays with those ids that there are, as answers call them. */
  readonly after: Note;
}

function withNotes(
  foreseen: Foreseen,
  list: PaperList,
  { scalars, arrays, isRight, after }: Drawing,
  { paper }: World,
) {
  const { wrapper, isWrappedWhole } = NOTES[list];
  const { [wrapper ?? ""]: wrapped, ...json } = (foreseen.json ?? {}) as Record<string, object>;
  const isInside = !wrapper || isWrappedWhole;
  const inside = { ...(wrapper ? wrapped : json), ...scalars, ...(isInside && arrays) };
  const sent = { ...foreseen, json: wrapper ? { [wrapper]: inside, ...json, ...(!isInside && arrays) } : inside };
  if (!isRight) {
    const { write: _, ...refused } = sent;
    return { ...refused, ...REFUSED };
  }
  if (!foreseen.write) return sent;
  const write = (answer: Body) => {
    paper.notes.set(answer.id, { ...paper.notes.get(answer.id), ...identified(after, answer) });
    foreseen.write?.(answer);
  };
  return { ...sent, write };
}

/** The elements with the ids that the answer has for the new ones. */
function identified(after: Note, answer: Body): Note {
  return Object.fromEntries(
    Object.entries(after).map(([as, value]) => [
      as,
      Array.isArray(value) && value.every((each) => each && typeof each === "object" && "id" in each)
        ? value.map((element, at) => ({ ...element, id: element.id ?? answer[as][at]?.id }))
        : value,
    ]),
  );
}

function drawnOf(world: World, list: PaperList, id: string | null, dice: Dice): Drawing {
  const { fields, arrays } = NOTES[list];
  const { today, leases } = world.paper;
  const isDraft = leases.every((lease) => lease.id !== id || lease.status === "draft");
  const named = Object.entries(fields).filter(([, { isOfDraft }]) => isDraft || !isOfDraft);
  const wrong = dice.once(40) && named.length > 0 ? dice.of(named) : null;
  const some = named.filter(() => dice.once(id ? 5 : 3));
  const scalars = [
    ...some.map(([name, field]) => [name, field.draw(dice, today), field] as const),
    ...(wrong ? [[wrong[0], wrong[1].wrong, wrong[1]] as const] : []),
  ];
  const replaced = Object.entries(arrays)
    .filter(() => dice.once(id ? 3 : 2))
    .map(([name, array]) => ({ name, array, ...drawnElements(world, array, id, dice) }));
  return {
    scalars: Object.fromEntries(scalars.map(([name, value]) => [name, value])),
    arrays: Object.fromEntries(replaced.map(({ name, sent }) => [name, sent])),
    isRight: !wrong && replaced.every(({ isRight }) => isRight),
    after: Object.fromEntries([
      ...scalars.map(([, value, { as, shown }]) => [as, shown(value)]),
      ...replaced.map(({ array, after }) => [array.as, after]),
    ]),
  };
}

/** An array that replaces the present one: of that some, changed or not and in any order, and some new ones. */
function drawnElements(world: World, array: NoteArray, record: string | null, dice: Dice) {
  const present = record ? elementsOf(world.paper, record, array) : [];
  const staying = dice.once(2) ? dice.some(present, 3) : present;
  const going = staying.map((before) => ({ before, ...drawnElement(array, before, world, dice) }));
  const coming = Array.from({ length: dice.nat(3) }).map(() => ({
    before: null,
    ...drawnElement(array, null, world, dice),
  }));
  const all = dice.once(2) ? [...going, ...coming] : [...coming, ...going];
  const sent = all.map((element) => element.sent);
  const after = all.map((element) => element.after);
  const isWrong = all.some((element) => array.isWrong?.(element.after, element.before ? null : element.sent));
  const fault = dice.once(12) ? faultOf(world, array, sent, dice) : null;
  return {
    sent: fault ? [...sent, fault] : sent,
    after,
    isRight: !fault && !isWrong && !array.areWrong?.(after, world.paper, record),
  };
}

/** An element that conflicts with these: of another record, repeated, or without a required field. */
function faultOf({ foreign }: World, { required }: NoteArray, sent: readonly Note[], dice: Dice): Note {
  const twice = sent.find(({ id }) => id !== undefined);
  const faults = [{ id: foreign.units }, ...(required.length > 0 ? [{}] : []), ...(twice ? [{ id: twice.id }] : [])];
  return dice.of<Note>(faults);
}

/** An element as it is sent, and as it is then: seldom one that contradicts itself. */
function drawnElement(array: NoteArray, before: Note | null, world: World, dice: Dice) {
  for (let tries = 0; ; tries += 1) {
    const element = anyElement(array, before, world, dice);
    if (tries === 3 || !array.isWrong?.(element.after, before ? null : element.sent)) return element;
  }
}

function anyElement({ fields, required }: NoteArray, before: Note | null, { paper }: World, dice: Dice) {
  const isSent = ([name]: readonly [string, NoteField]) => (before === null && required.includes(name)) || dice.once(3);
  const drawn = Object.entries(fields)
    .filter(isSent)
    .map(([name, field]) => ({ name, field, value: field.draw(dice, paper.today) }));
  const blank = Object.fromEntries(Object.values(fields).map((field) => [field.as, field.blank]));
  const sent = Object.fromEntries(drawn.map(({ name, value }) => [name, value]));
  return {
    sent: { ...(before && { id: before.id }), ...sent } as Note,
    after: {
      ...{ id: undefined, ...blank, ...before },
      ...Object.fromEntries(drawn.map(({ field, value }) => [field.as, field.shown(value)])),
    } as Note,
  };
}
