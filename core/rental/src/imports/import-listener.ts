import type { Caller } from "@cartulary/kernel";
import type { MandataireId } from "../mandataire.ts";
import type { ImportKind } from "./import-row.ts";

/** Told of files inside the transaction that takes them over, with its stores. What it throws undoes everything. */
export interface ImportListener<Stores> {
  imported?(stores: Stores, caller: Caller, file: ImportedFile): Promise<void>;
}

/** That a file was taken over. */
export interface ImportedFile {
  readonly mandataireId: MandataireId;
  readonly kind: ImportKind;
  readonly rows: number;
}
