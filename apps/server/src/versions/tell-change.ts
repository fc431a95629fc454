import type { Place } from '../permission/index.ts';

/** The folder in whose list it shows that a file's content or its room is another now. */
export const concerns = (file: Place): Pick<Place, 'spaceId' | 'spaceKind' | 'spaceOwnerId' | 'instanceId'> => ({
  spaceId: file.spaceId,
  spaceKind: file.spaceKind,
  spaceOwnerId: file.spaceOwnerId,
  instanceId: file.parentId ?? file.instanceId,
});
