import { HANDBOOKS } from "./handbooks.ts";
import { INSURANCE } from "./insurance.ts";
import { LEASES } from "./leases.ts";
import { LETTERS } from "./letters.ts";
import { MEETINGS } from "./meetings.ts";
import { MONEY } from "./money.ts";
import { NOTICES } from "./notices.ts";
import type { CorpusText } from "./text.ts";

/** Every text that is searched, in the order in which they are uploaded. */
export const CORPUS: readonly CorpusText[] = [
  ...LEASES,
  ...LETTERS,
  ...NOTICES,
  ...MONEY,
  ...MEETINGS,
  ...INSURANCE,
  ...HANDBOOKS,
];
