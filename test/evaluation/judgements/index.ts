import type { Judgement } from "../judgement.ts";
import { NUMBERS } from "./numbers.ts";
import { SIGNS } from "./signs.ts";
import { WORDS } from "./words.ts";

export const JUDGEMENTS: readonly Judgement[] = [...WORDS, ...SIGNS, ...NUMBERS];
