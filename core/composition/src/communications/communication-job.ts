import { type JsonObject, type NewJob, parseId } from "@cartulary/kernel";
import type { MassCommunicationId } from "../records/ids.ts";
import type { MassCommunication } from "../records/mass-communication.ts";

/** The queue of mass communications. */
export const MASS_COMMUNICATION_QUEUE = "composition/communicate";

/** Builds the job that creates the next documents of a mass communication. */
export function communicationJob({ id, userId }: Pick<MassCommunication, "id" | "userId">): NewJob {
  return { queue: MASS_COMMUNICATION_QUEUE, owner: userId, payload: { mass_communication_id: id }, dedupeKey: id };
}

/** Parses the mass communication's id from a job. */
export function communicationIn({ mass_communication_id: id }: JsonObject): MassCommunicationId {
  const parsed = typeof id === "string" ? parseId<"MassCommunication">(id) : null;
  if (!parsed) throw new TypeError("A job names no mass communication");
  return parsed;
}
