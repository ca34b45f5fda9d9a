import { parseId } from "@cartulary/kernel";
import type { Mandataire } from "@cartulary/rental/agency";
import type { Database } from "@cartulary/server";
import { UsageError } from "./usage.ts";

/** Returns the mandataire of `--mandataire`, by default the only one. Local commands require no membership. */
export async function mandataireOf({ transact }: Database, named: string | undefined): Promise<Mandataire> {
  const id = named === undefined ? null : parseId<"Mandataire">(named);
  if (named !== undefined && id === null) throw new UsageError("--mandataire takes the id of a mandataire");
  return transact.read(async ({ mandataires }) => {
    const [only, another] = id ? [id] : await mandataires.ids(null, 2);
    if (another) throw new UsageError("there are several mandataires; use --mandataire");
    const mandataire = only ? await mandataires.find(only) : null;
    if (!mandataire) throw new Error(id ? `there is no mandataire ${id}` : "there is no mandataire; create one first");
    return mandataire;
  });
}
