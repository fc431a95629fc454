import { calls, type OidcPlatform } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { changesOf, draftOf, isOther, missingIn, type PlatformDraft } from './platform-draft.ts';
import type { PlatformKind } from './platform-kind.ts';
import { PlatformFields } from './PlatformFields.tsx';

/** An identity provider (OpenID Connect). */
export const providerKind: PlatformKind<PlatformDraft, OidcPlatform> = {
  draftOf,
  missingIn,
  changesOf,
  isOther,
  create: (draft) => call(calls.adminPlatform.create, { ...draft, secret: draft.secret ?? '' }),
  update: (platformId, { secret, ...changes }) =>
    call(calls.adminPlatform.update, { platformId, ...changes, ...(secret != null && { secret }) }),
  createdText: (name) => t('adminPlatforms.created', { name }),
  Fields: PlatformFields,
  tested({ issuer, algorithm }) {
    if (issuer.trim() === '') return null;
    return {
      of: `${issuer} ${algorithm}`,
      async run() {
        const { answers, fits, hasKeys } = await call(calls.adminPlatform.test, { issuer, algorithm });
        return [
          { passed: answers, words: [t('adminPlatforms.answers'), t('adminPlatforms.answersNot')] },
          { passed: fits, words: [t('adminPlatforms.fits'), t('adminPlatforms.fitsNot')] },
          { passed: hasKeys, words: [t('adminPlatforms.hasKeys'), t('adminPlatforms.hasKeysNot')] },
        ];
      },
    };
  },
};
