import { BITS_ELEMENTS, type Bits, elementOf, NO_BITS, noBits, setBit } from "./bits.ts";
import { MARK } from "./indexed-text.ts";
import type { Presence } from "./ranking.ts";

/** Which documents of a segment have a word, each set within the next. */
export interface Postings {
  readonly inName: Bits;
  /** In name or description. */
  readonly described: Bits;
  readonly anywhere: Bits;
}

export const noPostings = (): Postings => ({ inName: noBits(), described: noBits(), anywhere: noBits() });

/** Notes that a document has a word. */
export function post({ inName, described, anywhere }: Postings, position: number, at: Presence): void {
  setBit(anywhere, position);
  if (at.inName || at.inDescription) setBit(described, position);
  if (at.inName) setBit(inName, position);
}

/** What a document says, as an index keeps it: words between spaces. */
export interface Worded {
  readonly nameWords: string;
  readonly descriptionWords: string;
  readonly textWords: string;
}

/** Where each word of some documents is, of those words that `isWanted` wants, told how many of the documents have it. */
export function postingsOf(
  documents: readonly Worded[],
  isWanted: (word: string, documents: number) => boolean,
): ReadonlyMap<string, Postings> {
  const noted = new Map<string, Noted[]>();
  for (const [position, document] of documents.entries()) note(noted, position, document);
  const postings = new Map<string, Postings>();
  for (const [word, places] of noted) if (isWanted(word, places.length)) postings.set(word, posted(places));
  return postings;
}

/** A document and where it has a word first, as one number: most words are of no interest, and these are many. */
type Noted = number;
const PLACES = 3;

function note(noted: Map<string, Noted[]>, position: number, document: Worded): void {
  const texts = [document.nameWords, document.descriptionWords, document.textWords];
  for (const [place, text] of texts.entries()) {
    for (const word of text.split(" ")) {
      if (word === "" || word === MARK) continue;
      const places = noted.get(word);
      if (!places) noted.set(word, [position * PLACES + place]);
      else if ((places.at(-1) ?? 0) < position * PLACES) places.push(position * PLACES + place);
    }
  }
}

function posted(places: readonly Noted[]): Postings {
  const postings = noPostings();
  for (const each of places) {
    const place = each % PLACES;
    post(postings, Math.floor(each / PLACES), { inName: place === 0, inDescription: place === 1 });
  }
  return postings;
}

/** Every rank that `rankOf` gives, best first. */
export const RANKS: readonly number[] = [0, 3, 4, 6, 7, 8];

/** Of some documents of a segment those that have every word, by their rank: a set for each of {@link RANKS}. */
export function rankedBits(words: readonly Postings[], among: Bits): readonly Bits[] {
  const sets = Array.from(RANKS, () => NO_BITS);
  // Most ranks have nothing in most segments.
  const put = (rank: number, at: number, bits: number) => {
    if (bits === 0) return;
    const set = sets[rank];
    if (set && set !== NO_BITS) set[at] = bits;
    else sets[rank] = oneElement(at, bits);
  };
  for (let at = 0; at < BITS_ELEMENTS; at += 1) {
    let anywhere = elementOf(among, at);
    for (const word of words) anywhere &= elementOf(word.anywhere, at);
    if (anywhere === 0) continue;
    let [inName, described, someInName, someDescribed] = [anywhere, anywhere, 0, 0];
    for (const word of words) {
      described &= elementOf(word.described, at);
      inName &= elementOf(word.inName, at);
      someDescribed |= elementOf(word.described, at);
      someInName |= elementOf(word.inName, at);
    }
    const [beyondName, inText] = [described & ~inName, anywhere & ~described];
    put(0, at, inName);
    put(1, at, beyondName & someInName);
    put(2, at, beyondName & ~someInName);
    put(3, at, inText & someInName);
    put(4, at, inText & someDescribed & ~someInName);
    put(5, at, inText & ~someDescribed);
  }
  return sets;
}

function oneElement(at: number, bits: number): Bits {
  const set = noBits();
  set[at] = bits;
  return set;
}

/**
 * Of one document the same, as an index of {@link RANKS}; -1 where it has not every word. `depthOf` says how many sets of a
 * word's {@link Postings} the document is in: none, `anywhere`, `described` too, all three.
 */
export function rankByDepth<Word>(words: readonly Word[], depthOf: (word: Word) => number): number {
  let [inName, described, someInName, someDescribed] = [true, true, false, false];
  for (const word of words) {
    const depth = depthOf(word);
    if (depth === 0) return -1;
    const [isNamed, isDescribed] = [depth === 3, depth >= 2];
    inName &&= isNamed;
    described &&= isDescribed;
    someInName ||= isNamed;
    someDescribed ||= isDescribed;
  }
  if (inName) return 0;
  if (described) return someInName ? 1 : 2;
  return someInName ? 3 : someDescribed ? 4 : 5;
}
