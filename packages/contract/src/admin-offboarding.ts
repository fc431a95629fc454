/** Calls for administrators to offboard a person who leaves the company. */
import { z } from 'zod';
import { call } from './call.ts';
import type { FailureCode } from './failures.ts';
import * as fields from './fields.ts';
import { limits } from './limits.ts';

/**
 * In the order in which they are done. `work`: tasks and uploads under way, external links, sessions and secrets. `held`: what others gave the person, their
 * favorites and notifications. `account`: the person leaves.
 */
export const offboardingParts = ['work', 'space', 'groups', 'departments', 'shares', 'requests', 'held', 'account'] as const;
export type OffboardingPartName = (typeof offboardingParts)[number];

export const offboardingCounts = [
  'files',
  'bytes',
  'groups',
  'departments',
  'shares',
  'sharesEnded',
  'grants',
  'asked',
  'toAnswer',
  'tasks',
  'uploads',
  'imports',
  'links',
  'memberships',
  'held',
  'favourites',
  'notices',
  'told',
] as const;
export type OffboardingCount = (typeof offboardingCounts)[number];
export type OffboardingCounts = Partial<Record<OffboardingCount, number>>;

/** The parts that go to a successor. */
export type SuccessorField = 'space' | 'groups' | 'departments' | 'shares';

export interface OffboardingProblem {
  code: FailureCode;
  /** In the caller's language. */
  message: string;
  field: SuccessorField;
  /** Of the group, if one is meant. */
  groupId?: string;
  /** How much storage the successor lacks. */
  missingBytes?: number;
  /** False: a hint. */
  blocks: boolean;
}

/** A group that the person leads, or a department that they manage. */
export interface OffboardingLine {
  id: string;
  name: string;
  /** Of a group. */
  people?: number;
  /** Of a group: the storage allotted to it. */
  bytes?: number;
}

export interface OffboardingPart {
  part: OffboardingPartName;
  counts: OffboardingCounts;
  lines: OffboardingLine[];
}

export interface OffboardingPerson {
  userId: string;
  name: string;
}

export interface Leaver extends OffboardingPerson {
  accountName: string;
  departmentName: string;
  status: 'active' | 'frozen' | 'expired' | 'left';
  createTime: string;
  frozenTime: string | null;
}

export interface OffboardingPreview {
  person: Leaver;
  /** Parts without anything are left out. */
  parts: OffboardingPart[];
  problems: OffboardingProblem[];
  /** Those of the successors who are people, with their names: an address has their ids alone. */
  successors: OffboardingPerson[];
  /** What the successor's space would hold then, and its quota; null without one or if the space is kept. */
  spaceThen: { usedBytes: number; quotaBytes: number | null } | null;
  /** The folder in the successor's space. */
  folderName: string;
  /** For how many days a kept space remains. */
  keepDays: number;
}

export interface OffboardingStep {
  part: OffboardingPartName;
  /** The group or department. */
  line: { id: string; name: string } | null;
  counts: OffboardingCounts;
  successor: OffboardingPerson | null;
  /** `kept`: the space stays for a term. `gone`: it did not exist anymore, or was somebody else's. */
  outcome: 'done' | 'kept' | 'gone';
  time: string;
}

export interface OffboardingReport {
  person: Leaver;
  /** `stopped`: canceled or failed; it can be continued. */
  state: 'running' | 'stopped' | 'done';
  taskId: string;
  /** Can be canceled: the personal space has not been handed over yet. */
  cancelable: boolean;
  /** Why it stopped, in the caller's language; null if it was canceled. */
  error: string | null;
  officer: OffboardingPerson;
  beginTime: string;
  endTime: string | null;
  steps: OffboardingStep[];
  /** Steps of the running task that are not done. */
  left: number;
  /** Until when the space is kept; null: it is not. */
  keptUntil: string | null;
}

/** A task that offboards a person. Its progress counts steps, and the files of the personal space. */
export interface OffboardingTask {
  kind: 'offboarding';
  userId: string;
  name: string;
}

const named = z.strictObject({ userId: fields.id });
const asked = named.extend({
  successors: z
    .strictObject({
      /** Who gets the files of the personal space; null: the space is kept for a term and then removed. */
      space: fields.id.nullable().optional(),
      groups: z
        .array(z.strictObject({ groupId: fields.id, userId: fields.id }))
        .max(limits.itemsPerCall)
        .default([]),
      departments: fields.id.optional(),
      /** Shares of items elsewhere, and grants given. Shares of the personal space go with it. */
      shares: fields.id.optional(),
    })
    .prefault({}),
});
export type OffboardingRequest = z.output<typeof asked>;

export const offboardPreview = call<OffboardingPreview>()({
  name: 'adminUser.offboardPreview',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/user/offboardPreview',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'people.offboard',
  mostBytes: limits.callBytes.manyIds,
  log: 'none',
  request: asked,
  summary: 'Lists what a person would leave behind, and what keeps these successors from taking it over.',
});

export const offboard = call<{ taskId: string }>()({
  name: 'adminUser.offboard',
  method: 'POST',
  changes: 'repeatable', // asked again with the same successors, it answers with the same task
  path: '/disk/api/admin/user/offboard',
  fieldsIn: 'json',
  freshProof: true,
  caller: 'administrator',
  adminItem: 'people.offboard',
  mostBytes: limits.callBytes.manyIds,
  log: { deed: 'change', of: { person: 'userId' } },
  request: asked,
  summary: 'Offboards a frozen person as a task: everything goes to the successors, and the account is closed for good.',
});

export const offboardReport = call<OffboardingReport | null>()({
  name: 'adminUser.offboardReport',
  method: 'GET',
  path: '/disk/api/admin/user/offboardReport',
  fieldsIn: 'query',
  caller: 'administrator',
  adminItem: 'people.offboard',
  log: 'none',
  request: named.extend({ t: fields.timestamp }),
  summary: "A person's offboarding and what it did so far. Null if it never began.",
});

/** Responds with the file itself, not an envelope. */
export const offboardSheet = call<null>()({
  name: 'adminUser.offboardSheet',
  method: 'GET',
  path: '/disk/api/admin/user/offboardSheet',
  fieldsIn: 'query',
  caller: 'administrator',
  adminItem: 'people.offboard',
  limit: limits.peopleSheets,
  log: { deed: 'download', of: { person: 'userId' } },
  request: named.extend({ t: fields.timestamp }),
  summary: "Downloads the report of a person's offboarding as an Excel file.",
});
