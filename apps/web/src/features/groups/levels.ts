import { groupLevels, type Group, type GroupLevel, type Privilege } from '@alcove/contract';
import { fileRoles } from '../../api/current-user.ts';
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

/** Leaders and administrators, and whoever has a level that was given the management of members. */
export const manages = ({ identity, level }: Pick<Group, 'identity' | 'level'>): boolean =>
  identity !== 'member' || fileRoles()[groupLevels[level]].includes('personnelManagement');
