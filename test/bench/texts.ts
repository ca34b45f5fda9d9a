const SYLLABLES = ["ba", "lo", "ré", "mi", "tu", "cha", "ven", "do", "qui", "sel", "por", "nia"] as const;

/** Words of two and three syllables, some common and most seldom: the more seldom, the further back. */
const VOCABULARY = Array.from({ length: 1_500 }, (_, count) => {
  const at = (place: number) => SYLLABLES[Math.floor(count / 12 ** place) % 12] ?? "";
  return `${at(0)}${at(1)}${at(2)}`;
});

/** A text of some 1.5 kB, the same in every run, with a word that a hundredth of texts have and one that hardly any has. */
export function textOf(number: number): string {
  const words = [`rare${number % 10_000}`, `Seldom${number % 100}`];
  let state = number + 1;
  for (let count = 0; count < 200; count += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const share = state / 2 ** 32;
    words.push(VOCABULARY[Math.floor(share * share * share * VOCABULARY.length)] ?? "");
  }
  return words.join(" ");
}

/** A word of texts, the more seldom the higher. */
export const commonWord = (at: number): string => VOCABULARY[at] ?? "";
