/** A file that requires a password, is damaged, exceeds a limit, or has no text. */
export class Unreadable extends Error {
  readonly outcome: "none" | "damaged" | "locked";

  constructor(outcome: "none" | "damaged" | "locked", message: string) {
    super(message);
    this.name = "Unreadable";
    this.outcome = outcome;
  }
}
