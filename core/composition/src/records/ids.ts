import type { Id } from "@cartulary/kernel";

export type ComposedDocumentId = Id<"ComposedDocument">;
export type PartId = Id<"Part">;
export type MassCommunicationId = Id<"MassCommunication">;
