/** Whether a host still wants work. */
export interface Shutdown {
  /** Called once, when the host is told to stop. */
  begin(): void;
  hasBegun(): boolean;
}

/** Of a host that was not told to stop. */
export function createShutdown(): Shutdown {
  let begun = false;
  return {
    begin() {
      begun = true;
    },
    hasBegun: () => begun,
  };
}
