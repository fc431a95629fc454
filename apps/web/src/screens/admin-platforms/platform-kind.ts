import type { ComponentType } from 'react';
import type { Platform } from '@alcove/contract';
import type { TestStep } from './TestSteps.tsx';

/** What every form of a platform holds. */
export interface Draft {
  name: string;
  /** Null: the stored one stays. */
  secret: string | null;
}

export type Faults = Readonly<Record<string, string>>;

export interface FieldsProps<Of extends Draft> {
  draft: Of;
  faults: Faults;
  disabled: boolean;
  onChange(next: Partial<Of>): void;
}

/** What differs between an identity provider, a directory and a platform that pushes. */
export interface PlatformKind<Of extends Draft, Saved extends Platform> {
  draftOf(platform: Saved): Of;
  /** Fields that must not be empty, and are. */
  missingIn(draft: Of): string[];
  changesOf(draft: Of, before: Of): Partial<Of>;
  /** The stored secret belongs to somebody else than the draft names. */
  isOther(draft: Of, before: Of): boolean;
  create(draft: Of): Promise<Saved>;
  update(platformId: string, changes: Partial<Of>): Promise<unknown>;
  createdText(name: string): string;
  Fields: ComponentType<FieldsProps<Of>>;
  /** Null: it is not called by us. Its answer is null if there is nothing to test yet. */
  tested: ((draft: Of, platformId: string | null) => { of: string; run(): Promise<TestStep[]> } | null) | null;
}
