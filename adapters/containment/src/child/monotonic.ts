/** Milliseconds since some moment that is the same in every thread of a process; nobody can turn this clock back. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;
