import type { Contact, Group, GroupMember, Team, User } from "@cartulary/directory";
import type {
  CatalogueEntry,
  ClassificationEntry,
  ClassificationPlan,
  Document,
  Folder,
  Grant,
  Level,
  ResourceType,
  Version,
  Workspace,
} from "@cartulary/documents";
import {
  type BlobKey,
  type Caller,
  type GroupId,
  type Id,
  type Instant,
  instantOf,
  type UserId,
} from "@cartulary/kernel";

/** Makes whole records: what a test is about is given, the rest is filled in, and the same calls give the same ids. */
export interface Records {
  id<Noun extends string>(): Id<Noun>;
  user(given?: Partial<User>): User;
  contact(given?: Partial<Contact>): Contact;
  group(given?: Partial<Group>): Group;
  member(given: Partial<GroupMember> & Pick<GroupMember, "groupId" | "userId">): GroupMember;
  team(given?: Partial<Team>): Team;
  /** A workspace type, a document type or a domain. */
  entry<Noun extends string>(given?: Partial<CatalogueEntry<Noun>>): CatalogueEntry<Noun>;
  plan(given?: Partial<ClassificationPlan>): ClassificationPlan;
  workspace(given?: Partial<Workspace>): Workspace;
  folder(given?: Partial<Folder>): Folder;
  document(given?: Partial<Document>): Document;
  version(given: Partial<Version> & Pick<Version, "documentId">): Version;
  grant(given: GrantGiven): Grant;
}

/** Who is granted what on which resource. */
interface GrantGiven {
  readonly to: UserId | GroupId;
  readonly subjectType?: "user" | "group";
  readonly on: readonly [ResourceType, string];
  readonly level?: Level;
  readonly createdAt?: Instant;
}

/** When records were made, unless it was said. */
export const EPOCH: Instant = instantOf(Date.UTC(2026, 0, 2, 3, 4, 5, 678));

/** The `count`-th id of a deterministic run. */
export function idOf<Noun extends string>(count: number): Id<Noun> {
  return `00000000-0000-7000-8000-${count.toString(16).padStart(12, "0")}` as Id<Noun>;
}

/** The SHA-256 that stands for the `count`-th content. */
export function digestOf(count: number): string {
  return count.toString(16).padStart(64, "0");
}

/** Some seconds after {@link EPOCH}. */
export function later(seconds: number): Instant {
  return instantOf(Date.parse(EPOCH) + seconds * 1000);
}

/** An administrator, who holds every right. */
export const ADMINISTRATOR: Caller = {
  userId: idOf(0xad),
  role: "admin",
  scopes: ["read", "write", "admin"],
  groupIds: [],
};

/** Somebody who has what was granted and nothing else. */
export function callerOf(userId: UserId, ...groupIds: readonly GroupId[]): Caller {
  return { userId, role: "user", scopes: ["read", "write"], groupIds };
}

/** An entry of a plan, at the top unless it stands under another. */
export function entryOf(code: string, parentCode: string | null = null): ClassificationEntry {
  return { code, label: `Entry ${code}`, parentCode, keywords: [] };
}

/** Starts counting: ids come one after the other from `first`. */
export function records(first = 0x1000): Records {
  let made = first;
  const id = <Noun extends string>() => idOf<Noun>(made++);
  const dates = { createdAt: EPOCH, updatedAt: EPOCH };
  const content = () => ({
    blobKey: `blobs/${made}` as BlobKey,
    byteSize: 5,
    sha256: digestOf(made),
    fileName: "rapport.pdf",
    contentType: "application/pdf",
    declaredContentType: "application/octet-stream",
    charset: null,
    contentCreatedAt: EPOCH,
  });
  return {
    id,
    user: (given = {}) => ({
      id: id(),
      emailAddress: `person-${made}@example.org`,
      firstName: null,
      lastName: null,
      displayName: `Person ${made}`,
      initials: "P",
      role: "user",
      active: true,
      externalId: null,
      ...dates,
      ...given,
    }),
    contact: (given = {}) => ({
      id: id(),
      emailAddress: `contact-${made}@example.org`,
      firstName: null,
      lastName: null,
      fullName: "",
      displayName: `contact-${made}`,
      externalId: null,
      ...dates,
      ...given,
    }),
    group: (given = {}) => ({ id: id(), name: "Group", description: null, externalId: null, ...dates, ...given }),
    member: (given) => ({ id: id(), createdAt: EPOCH, ...given }),
    team: (given = {}) => ({ id: id(), name: "Team", description: null, ...dates, ...given }),
    entry: <Noun extends string>(given: Partial<CatalogueEntry<Noun>> = {}) => ({
      id: id<Noun>(),
      name: "Entry",
      description: null,
      status: "published" as const,
      ...dates,
      ...given,
    }),
    plan: (given = {}) => ({
      id: id(),
      label: "Plan",
      description: null,
      entries: [],
      workspaceId: null,
      createdBy: null,
      madeByAdministrator: true,
      ...dates,
      ...given,
    }),
    workspace: (given = {}) => ({
      id: id(),
      label: "Workspace",
      description: null,
      externalId: null,
      classificationPlanId: null,
      domainId: null,
      workspaceTypeId: null,
      settings: {},
      businessTags: [],
      metadataUser: {},
      createdBy: null,
      ...dates,
      ...given,
    }),
    folder: (given = {}) => ({
      id: id(),
      name: "Folder",
      description: null,
      color: null,
      icon: null,
      documentsFolderId: null,
      workspaceId: null,
      externalId: null,
      tags: [],
      placedSeq: 0,
      createdBy: null,
      ...dates,
      ...given,
    }),
    document: (given = {}) => ({
      ...content(),
      id: id(),
      name: "Document",
      description: null,
      documentsFolderId: null,
      workspaceId: null,
      externalId: null,
      domainId: null,
      documentTypeId: null,
      classificationCode: null,
      metadataUser: {},
      tags: [],
      versionsCount: 0,
      placedSeq: 0,
      createdBy: null,
      ...dates,
      ...given,
    }),
    version: (given) => ({
      ...content(),
      id: id(),
      versionNumber: 1,
      comment: null,
      createdBy: null,
      createdAt: EPOCH,
      ...given,
    }),
    grant: ({ to, subjectType = "user", on: [type, resourceId], level = "read", createdAt = EPOCH }) => ({
      id: id(),
      subjectType,
      subjectId: to,
      resource: { type, id: resourceId },
      level,
      createdAt,
      updatedAt: createdAt,
    }),
  };
}
