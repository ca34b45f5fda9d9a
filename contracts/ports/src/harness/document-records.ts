import type { Contact, Group, GroupMember, Team, User } from "@cartulary/directory";
import type {
  CatalogueEntry,
  ClassificationEntry,
  ClassificationPlan,
  Document,
  DocumentView,
  Folder,
  Grant,
  Level,
  ListedDocument,
  ResourceType,
  Version,
  Workspace,
} from "@cartulary/documents";
import { NOT_RETAINED } from "@cartulary/documents";
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
  user(overrides?: Partial<User>): User;
  contact(overrides?: Partial<Contact>): Contact;
  group(overrides?: Partial<Group>): Group;
  member(overrides: Partial<GroupMember> & Pick<GroupMember, "groupId" | "userId">): GroupMember;
  team(overrides?: Partial<Team>): Team;
  /** A workspace type, a document type or a domain. */
  entry<Noun extends string>(overrides?: Partial<CatalogueEntry<Noun>>): CatalogueEntry<Noun>;
  plan(overrides?: Partial<ClassificationPlan>): ClassificationPlan;
  workspace(overrides?: Partial<Workspace>): Workspace;
  folder(overrides?: Partial<Folder>): Folder;
  document(overrides?: Partial<Document>): Document;
  version(overrides: Partial<Version> & Pick<Version, "documentId">): Version;
  grant(overrides: GrantInput): Grant;
}

/** A grant to create. */
interface GrantInput {
  readonly to: UserId | GroupId;
  readonly subjectType?: "user" | "group";
  readonly on: readonly [ResourceType, string];
  readonly level?: Level;
  readonly createdAt?: Instant;
}

/** Returns the list view of a document. */
export function listed<Shown extends Document | DocumentView>(document: Shown): Omit<Shown, Unlisted> {
  const { blobKey, fileName, declaredContentType, charset, contentCreatedAt, placedSeq, ...shown } = document;
  return shown;
}

type Unlisted = Exclude<keyof DocumentView, keyof ListedDocument>;

/** The default creation time of records. */
export const EPOCH: Instant = instantOf(Date.UTC(2026, 0, 2, 3, 4, 5, 678));

/** The `count`-th id of a deterministic run. */
export function idOf<Noun extends string>(count: number): Id<Noun> {
  return `00000000-0000-7000-8000-${count.toString(16).padStart(12, "0")}` as Id<Noun>;
}

/** Returns the SHA-256 of the `count`-th content. */
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

/** A caller with granted permissions only. */
export function callerOf(userId: UserId, ...groupIds: readonly GroupId[]): Caller {
  return { userId, role: "user", scopes: ["read", "write"], groupIds };
}

/** An entry of a plan, at the top without a parent. */
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
    user: (overrides = {}) => ({
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
      ...overrides,
    }),
    contact: (overrides = {}) => ({
      id: id(),
      emailAddress: `contact-${made}@example.org`,
      firstName: null,
      lastName: null,
      fullName: "",
      displayName: `contact-${made}`,
      externalId: null,
      ...dates,
      ...overrides,
    }),
    group: (overrides = {}) => ({
      id: id(),
      name: "Group",
      description: null,
      externalId: null,
      ...dates,
      ...overrides,
    }),
    member: (overrides) => ({ id: id(), createdAt: EPOCH, ...overrides }),
    team: (overrides = {}) => ({ id: id(), name: "Team", description: null, ...dates, ...overrides }),
    entry: <Noun extends string>(overrides: Partial<CatalogueEntry<Noun>> = {}) => ({
      id: id<Noun>(),
      name: "Entry",
      description: null,
      status: "published" as const,
      ...dates,
      ...overrides,
    }),
    plan: (overrides = {}) => ({
      id: id(),
      label: "Plan",
      description: null,
      entries: [],
      workspaceId: null,
      createdBy: null,
      madeByAdministrator: true,
      ...dates,
      ...overrides,
    }),
    workspace: (overrides = {}) => ({
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
      ...NOT_RETAINED,
      ...dates,
      ...overrides,
    }),
    folder: (overrides = {}) => ({
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
      ...NOT_RETAINED,
      ...dates,
      ...overrides,
    }),
    document: (overrides = {}) => ({
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
      textStatus: "pending",
      placedSeq: 0,
      createdBy: null,
      ...NOT_RETAINED,
      ...dates,
      ...overrides,
    }),
    version: (overrides) => ({
      ...content(),
      id: id(),
      versionNumber: 1,
      comment: null,
      createdBy: null,
      createdAt: EPOCH,
      ...overrides,
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
