import type { PlaceRequest, Transact } from "@cartulary/kernel";
import type { Classifier, DocumentStores } from "../ports.ts";
import type { ClassificationReason } from "../records/classification-plan.ts";
import type { Content } from "../records/document.ts";
import type { WorkspaceId } from "../records/workspace.ts";
import { keywordClassifier } from "./keyword-classifier.ts";
import { readText, type TextSources } from "./readable-text.ts";

/** What documents are filed with that nobody filed. */
export interface ClassificationDependencies extends TextSources {
  /** {@link keywordClassifier} when absent. */
  readonly classifier?: Classifier;
}

/** A document that is to be filed under an entry of the plan of this workspace. */
export interface Unclassified extends PlaceRequest {
  readonly workspaceId: WorkspaceId | null;
  readonly names: readonly string[];
  readonly content: Pick<Content, "blobKey" | "byteSize" | "contentType">;
}

/**
 * The entry under which a document would be filed, and why; `null` where nothing speaks for one. Whatever fails here is no
 * reason to refuse the document: it is then filed under none (documents.md 2.4). Opens a transaction of its own.
 */
export async function classified(
  transact: Transact<DocumentStores>,
  { classifier = keywordClassifier, ...sources }: ClassificationDependencies,
  { workspaceId, names, content, ...place }: Unclassified,
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
