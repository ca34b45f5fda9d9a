/** Loads the reference host of the current runtime. */
export async function hostHere(): Promise<Pick<typeof import("@cartulary/node"), "serve">> {
  if (process.versions.bun !== undefined) return import("@cartulary/bun");
  return process.versions.deno === undefined ? import("@cartulary/node") : import("@cartulary/deno");
}
