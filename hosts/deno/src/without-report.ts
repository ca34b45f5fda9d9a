/**
 * Loaded before the code of a child. Loaders of native code ask for a report on the machine, for the C library that it has,
 * and fall over when that is refused. Without such a report they take it for glibc, which all of Deno's builds for Linux
 * are made for.
 */
Object.defineProperty(process.report, "getReport", { value: undefined });

export {};
