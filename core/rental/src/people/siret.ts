/** La Poste, whose establishments are too many for the usual check. */
const LA_POSTE = "356000000";

/** Whether `text` is fourteen digits that check: by Luhn, or of La Poste by a sum that five divides (estate.md 5.1). */
export function isSiret(text: string): boolean {
  if (!/^[0-9]{14}$/.test(text)) return false;
  const digits = [...text].map((digit) => digit.charCodeAt(0) - 48);
  if (text.startsWith(LA_POSTE) && sum(digits) % 5 === 0) return true;
  // Every second one from the right counts double: of fourteen, the first, the third and so on.
  const doubled = digits.map((digit, index) => (index % 2 === 0 ? twice(digit) : digit));
  return sum(doubled) % 10 === 0;
}

const twice = (digit: number): number => (digit > 4 ? 2 * digit - 9 : 2 * digit);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
