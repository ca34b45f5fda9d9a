/** The shutdown state of a host. */
export interface Shutdown {
  /** Called when the host receives a stop signal. */
  begin(): void;
  isShuttingDown(): boolean;
}

export function createShutdown(): Shutdown {
  let begun = false;
  return {
    begin() {
      begun = true;
    },
    isShuttingDown: () => begun,
  };
}
