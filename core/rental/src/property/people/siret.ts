/** SIREN of La Poste, whose establishments have a checksum of their own. */
const LA_POSTE = "356000000";

/**
 * True for fourteen digits with a valid checksum: Luhn, or for La Poste a digit sum divisible by five (estate.md 5.1).
 */
export function isSiret(text: string): boolean {
  if (!/^[0-9]{14}$/.test(text)) return false;
  const digits = [...text].map((digit) => digit.charCodeAt(0) - 48);
  if (text.startsWith(LA_POSTE) && sum(digits) % 5 === 0) return true;
  // Luhn doubles every second digit from the right: of fourteen, those at even indices.
  const doubled = digits.map((digit, index) => (index % 2 === 0 ? doubledDigit(digit) : digit));
  return sum(doubled) % 10 === 0;
}

const doubledDigit = (digit: number): number => (digit > 4 ? 2 * digit - 9 : 2 * digit);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
