import { groupLevels, type GroupLevel, type Privilege } from '@alcove/contract';
import { t, type PlainKey } from '../../i18n/index.ts';
import { levelName } from '../../items/level-name.ts';

/** Lowest first. */
export const levels: readonly GroupLevel[] = Object.keys(groupLevels) as GroupLevel[];

const texts: Record<Privilege, PlainKey> = {
  viewOnly: 'groups.viewOnlyText',
  download: 'groups.downloadText',
  edit: 'groups.editText',
  externalSharing: 'groups.externalSharingText',
  manager: 'groups.managerText',
  forbidden: 'groups.forbiddenText',
  uploader: 'groups.uploaderText',
  observer: 'groups.observerText',
  reader: 'groups.readerText',
};

/** A one-line description of the level. */
export const levelText = (level: Privilege): string => t(texts[level]);

export const levelRoles = () => levels.map((value) => ({ value, label: levelName(value) }));
/** The permissions for one folder or file: the levels, and those below all levels. */
export const privileges: readonly Privilege[] = [...levels, 'uploader', 'reader', 'observer', 'forbidden'];
export const privilegeRoles = (given: readonly Privilege[] = privileges) => given.map((value) => ({ value, label: levelName(value) }));

export const manages = ({ identity }: { identity: string }): boolean => identity !== 'member';
