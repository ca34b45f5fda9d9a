import { describe, expect, it } from "vitest";
import { documentOutsiderView, folderOutsiderView } from "../src/access/outsider-view.ts";
import { type DocumentView, type FolderView, NOT_RETAINED } from "../src/index.ts";

/** A record whose every field has its name as value, which shows the fields that pass; one field is in no type. */
const recordOf = <View>(...fields: readonly (keyof View & string)[]) =>
  Object.fromEntries([...fields, "unknownToEverybody"].map((field) => [field, `the ${field}`])) as View;

const parent = { id: "parent" as FolderView["id"], name: "a parent", documentsFolderId: null };

describe("an outsider", () => {
  it("sees the name, appearance and dates of a folder, and its readable parent", () => {
    const folder = recordOf<FolderView>(
      ...(["id", "name", "description", "color", "icon", "documentsFolderId", "workspaceId", "externalId"] as const),
      ...(["tags", "placedSeq", "createdBy", "createdAt", "updatedAt"] as const),
      ...(["classificationPlanId", "workspace", "parent"] as const),
    );
    expect(folderOutsiderView(folder, parent)).toEqual({
      id: "the id",
      name: "the name",
      description: "the description",
      color: "the color",
      icon: "the icon",
      documentsFolderId: "parent",
      workspaceId: null,
      externalId: null,
      tags: [],
      placedSeq: "the placedSeq",
      createdBy: null,
      createdAt: "the createdAt",
      updatedAt: "the updatedAt",
      classificationPlanId: null,
      workspace: null,
      parent,
      ...NOT_RETAINED,
      retained: null,
    });
  });

  it("sees no tags or metadata of a document, and no unreadable folder", () => {
    const document = recordOf<DocumentView>("id", "externalId", "tags", "metadataUser", "createdBy", "folder");
    const { id, folder, documentsFolderId, ...seen } = documentOutsiderView(document, null);
    expect([id, folder, documentsFolderId]).toEqual(["the id", null, null]);
    const { externalId, tags, metadataUser, createdBy, workspaceId, workspace, classificationPlanId, ...rest } = seen;
    expect({ externalId, tags, metadataUser, createdBy }).toEqual({
      externalId: null,
      tags: [],
      metadataUser: {},
      createdBy: null,
    });
    expect([workspaceId, workspace, classificationPlanId]).toEqual([null, null, null]);
    expect(rest).not.toHaveProperty("unknownToEverybody");
  });
});
