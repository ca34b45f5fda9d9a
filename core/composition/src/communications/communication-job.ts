import { type JsonObject, type NewJob, parseId } from "@cartulary/kernel";
import type { MassCommunicationId } from "../records/ids.ts";
import type { MassCommunication } from "../records/mass-communication.ts";

/** The queue of mass communications. */
export const COMMUNICATE = "composition/communicate";

/** What has the next documents of a mass communication made, for the person who sends it. */
export function communicationJob({ id, userId }: Pick<MassCommunication, "id" | "userId">): NewJob {
  return { queue: COMMUNICATE, owner: userId, payload: { mass_communication_id: id }, dedupeKey: id };
}

/** The mass communication that a job speaks of. */
export function communicationIn({ mass_communication_id: id }: JsonObject): MassCommunicationId {
  const parsed = typeof id === "string" ? parseId<"MassCommunication">(id) : null;
  if (!parsed) throw new TypeError("A job names no mass communication");
  return parsed;
}
