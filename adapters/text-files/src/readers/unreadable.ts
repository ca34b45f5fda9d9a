/** A file that asks for a password, is damaged or goes beyond a bound, or whose kind turns out to have no text. */
export class Unreadable extends Error {
  readonly outcome: "none" | "damaged" | "locked";

  constructor(outcome: "none" | "damaged" | "locked", message: string) {
    super(message);
    this.name = "Unreadable";
    this.outcome = outcome;
  }
}
