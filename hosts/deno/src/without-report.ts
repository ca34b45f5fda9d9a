/**
 * Preloaded in children. Loaders of native code read a machine report to detect the C library, and crash when it is
 * denied. Without a report they assume glibc, which all Linux builds of Deno use.
 */
Object.defineProperty(process.report, "getReport", { value: undefined });

export {};
