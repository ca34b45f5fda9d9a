import type { Caller } from "@cartulary/kernel";
import type { MandataireId } from "../agency/mandataire.ts";
import type { ImportKind } from "./row-shapes.ts";

/** Notified of imported files in the same transaction, with its stores. An error rolls the import back. */
export interface ImportListener<Stores> {
  imported?(stores: Stores, caller: Caller, file: ImportedFile): Promise<void>;
}

/** An imported file. */
export interface ImportedFile {
  readonly mandataireId: MandataireId;
  readonly kind: ImportKind;
  readonly rows: number;
}
