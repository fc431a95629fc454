import { calls, type DirectoryPlatform } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { changesOfDirectory, draftOfDirectory, isOtherDirectory, missingInDirectory, type DirectoryDraft } from './directory-draft.ts';
import { DirectoryFields } from './DirectoryFields.tsx';
import type { PlatformKind } from './platform-kind.ts';

/** A directory (LDAP, Active Directory). */
export const directoryKind: PlatformKind<DirectoryDraft, DirectoryPlatform> = {
  draftOf: draftOfDirectory,
  missingIn: missingInDirectory,
  changesOf: changesOfDirectory,
  isOther: isOtherDirectory,
  create: (draft) => call(calls.adminPlatform.createDirectory, { ...draft, secret: draft.secret ?? '' }),
  update: (platformId, { secret, ...changes }) =>
    call(calls.adminPlatform.updateDirectory, { platformId, ...changes, ...(secret != null && { secret }) }),
  createdText: (name) => t('adminPlatforms.createdDirectory', { name }),
  Fields: DirectoryFields,
  tested(draft, platformId) {
    const { protocol, url, startTls, authority, base, user, filter, accountNameClaim, secret } = draft;
    if (missingInDirectory({ ...draft, name: '-' }).length > 0 || secret === '') return null;
    const asked = {
      protocol,
      url,
      startTls,
      authority,
      base,
      user,
      filter,
      accountNameClaim,
      ...(secret === null ? platformId !== null && { platformId } : { secret }),
    };
    return {
      of: JSON.stringify(asked),
      async run() {
        const { answers, accepts, finds, people } = await call(calls.adminPlatform.testDirectory, asked);
        return [
          { passed: answers, words: [t('adminPlatforms.directoryAnswers'), t('adminPlatforms.directoryAnswersNot')] },
          { passed: accepts, words: [t('adminPlatforms.accepts'), t('adminPlatforms.acceptsNot')] },
          {
            passed: finds,
            words: [t(people >= 100 ? 'adminPlatforms.findsMany' : 'adminPlatforms.finds', { n: people }), t('adminPlatforms.findsNot')],
          },
        ];
      },
    };
  },
};
