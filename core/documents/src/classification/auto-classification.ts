import type { PlaceRequest, Transact } from "@cartulary/kernel";
import type { Classifier, DocumentStores } from "../ports.ts";
import type { ClassificationReason } from "../records/classification-plan.ts";
import type { Content } from "../records/document.ts";
import type { WorkspaceId } from "../records/workspace.ts";
import { keywordClassifier } from "./keyword-classifier.ts";
import { readText, type TextSources } from "./text-extraction.ts";

/** Dependencies of the automatic classification. */
export interface ClassificationDependencies extends TextSources {
  /** {@link keywordClassifier} when absent. */
  readonly classifier?: Classifier;
}

/** A document to classify by the plan of its workspace. */
export interface ClassificationInput extends PlaceRequest {
  readonly workspaceId: WorkspaceId | null;
  readonly names: readonly string[];
  readonly content: Pick<Content, "blobKey" | "byteSize" | "contentType">;
}

/**
 * Returns the entry that best matches a document, with the reason; `null` without a match or after an error:
 * classification never prevents an upload (documents.md 2.4). Opens its own transaction.
 */
export async function classifyDocument(
  transact: Transact<DocumentStores>,
  { classifier = keywordClassifier, ...sources }: ClassificationDependencies,
  { workspaceId, names, content, ...place }: ClassificationInput,
): Promise<ClassificationReason | null> {
  if (workspaceId === null) return null;
  try {
    const entries = await transact.single(({ plans }) => plans.entriesOf(workspaceId));
    if (entries.length === 0) return null;
    const text = await readText(sources, content, place).catch(() => null);
    return await classifier.classify({ names, text }, entries);
  } catch {
    return null;
  }
}
