/** One document of the evaluation: a text file with its name. Persons, firms, accounts and addresses are invented. */
export interface CorpusText {
  /** The key by which judgements refer to it. */
  readonly key: string;
  readonly name: string;
  readonly description?: string;
  readonly text: string;
}
