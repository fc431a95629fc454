/** Calls for administrators to see at a glance how the company's drive is doing. */
import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';

/**
 * Made once a day and kept. Those of space and people are measured when the day begins, or the server is started on it; the others count the whole day
 * once it is over.
 */
export const dailyFigures = ['usedPersonal', 'usedGroup', 'usedDepartment', 'people', 'activePeople', 'uploads', 'uploadedBytes'] as const;
export type DailyFigure = (typeof dailyFigures)[number];

export interface DashboardDay {
  /** A day of the company, such as `2026-11-27`. */
  day: string;
  /** What is not known of the day is missing. */
  figures: Partial<Record<DailyFigure, number>>;
}

export interface LargeSpace {
  spaceId: string;
  kind: 'personal' | 'group' | 'department';
  /** Of a personal space, its owner's. */
  name: string;
  usedBytes: number;
}

export interface DashboardFigures {
  /** The company's day now. */
  today: string;
  /** From the first day of the range, or the first that has figures, to today; also those without figures. */
  days: DashboardDay[];
  largest: LargeSpace[];
  /** When space and the largest spaces were measured. */
  measuredAt: string | null;
}

/** What a drill restored, and how long it took. */
export interface DrillFigures {
  /** When the backup was taken. */
  takenAt: string;
  rows: number;
  objects: number;
  bytes: number;
  restoreSeconds: number;
  checkSeconds: number;
}

/** Why a drill failed. `faults`: it was restored, and the check found faults. `broke`: see the server's log. */
export const drillReasons = [
  'faults',
  'noRoom',
  'manifestDamaged',
  'fileDamaged',
  'objectsDamaged',
  'otherRelease',
  'newerFormat',
  'broke',
] as const;
export type DrillReason = (typeof drillReasons)[number];

export interface DrillSeen {
  begunAt: string;
  outcome: 'running' | 'passed' | 'failed' | 'interrupted';
  /** The name of the backup. */
  backup: string;
  reason: DrillReason | null;
  measured: DrillFigures | null;
}

export type PartState = 'well' | 'warning' | 'failed';
/** What the drive is made of, as it is now. */
export type DashboardPart = { state: PartState } & (
  | { part: 'database' }
  | { part: 'store' }
  /**
   * `damaged`: stored contents that are not what was stored, or missing. `readSecondsAgo`: since all were read again; null: never yet. `off`: the
   * configuration does not let them be read again.
   */
  | { part: 'contents'; damaged: number; readSecondsAgo: number | null; off: boolean }
  /** Of the disk with the least free space among those that this server writes to. */
  | { part: 'disk'; freeBytes: number; totalBytes: number }
  /** `confined`: people's files are opened in a sandbox; false: not at all, or without one. */
  | { part: 'programs'; missing: string[]; confined: boolean }
  | { part: 'log'; sealedAt: string | null }
  /** Jobs of the process that answers, and how many of them failed the last time. */
  | { part: 'jobs'; failing: number; all: number }
  /** `known`: the server was told where the backups are. */
  | { part: 'backup'; known: boolean; takenAt: string | null }
  /** `everyDays` null: none is scheduled. `passedAt`: when one passed last. */
  | { part: 'drill'; everyDays: number | null; passedAt: string | null; last: DrillSeen | null }
);

export interface RightsChange {
  id: number;
  time: string;
  /** Null: the system. */
  who: string | null;
  /** The name of a call, or `system.` and what was done at the server. */
  action: string;
  /** Whom or what it is about, as it was called then. */
  about: string | null;
}

export interface DashboardState {
  time: string;
  /** External links that wait for a reviewer; `oldest`: since when the first of them has waited. */
  reviews: { waiting: number; oldest: string | null };
  /** Tasks that failed within a day. */
  failedTasks: number;
  /** People who were here today. */
  activeToday: number;
  parts: DashboardPart[];
  /** The latest, newest first. */
  rights: RightsChange[];
}

const views = { caller: 'administrator', adminItem: 'dashboard.view' } as const;
export const dashboardRanges = [7, 30, 90, 400] as const;

export const figures = call<DashboardFigures>()({
  name: 'adminDashboard.figures',
  method: 'GET',
  path: '/disk/api/admin/dashboard/figures',
  fieldsIn: 'query',
  ...views,
  request: z.strictObject({
    days: z.coerce
      .number()
      .refine((days) => (dashboardRanges as readonly number[]).includes(days))
      .default(30),
    t: fields.timestamp,
  }),
  log: 'none',
  summary: 'The figures of the last days, and the largest spaces.',
});

export const state = call<DashboardState>()({
  name: 'adminDashboard.state',
  method: 'GET',
  path: '/disk/api/admin/dashboard/state',
  fieldsIn: 'query',
  ...views,
  request: z.strictObject({ t: fields.timestamp }),
  log: 'none',
  summary: 'How the parts of the drive are at the moment, what waits, and the latest changes of rights.',
});
