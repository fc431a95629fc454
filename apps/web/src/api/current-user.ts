import { queryOptions, useQuery } from '@tanstack/react-query';
import { calls, defaultRoleItems, limits } from '@alcove/contract';
import type { CurrentUser, FileRoleItems, Language, LinkRules } from '@alcove/contract';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';
import { requestUserName, setUserName, showAnew } from './session.ts';
import { tellSignedIn, tellsSignedIn } from './signed-in.ts';
import { currentLanguage, languageWasChosen, storedLanguage, storeLanguage } from '../i18n/index.ts';

/** The signed-in person; an expired session redirects to sign-in. */
export const currentUserQuery = queryOptions({
  queryKey: ['user', 'current'],
  queryFn: async ({ signal }) => {
    const user = await call(calls.user.currentUser, {}, { signal });
    // Somebody else signed in in another tab, and this one shows what the last person had.
    if (requestUserName() !== '' && requestUserName() !== user.userName) showAnew();
    setUserName(user.userName);
    if (tellsSignedIn() !== user.userName) tellSignedIn(user.userName);
    if (adoptsLanguage(user.language)) location.reload();
    return user;
  },
  staleTime: 5 * 60_000,
});

/** The language of every new account. It says nothing about a choice, so the browser's own language stays. */
const accountsBeginWith: Language = 'zh-CN';
/**
 * Adopts the language that the person chose on another device, unless one was chosen on this one. Returns true when the page must reload.
 */
export function adoptsLanguage(language: Language): boolean {
  if (language === accountsBeginWith || languageWasChosen() || language === currentLanguage()) return false;
  storeLanguage(language);
  return storedLanguage() === language;
}

/** Used and total storage of the signed-in person. */
export const capacityQuery = queryOptions({
  queryKey: ['user', 'capacity'],
  queryFn: ({ signal }) => call(calls.user.queryUserCapacity, {}, { signal }),
  staleTime: 60_000,
});

const firstLinkRules: LinkRules = {
  linkMostDays: null,
  linkMostVisits: null,
  linkPasswordLength: limits.linkPassword.least,
  linkPermission: 'download',
  linkValidity: '1w',
  linkWatermark: true,
};

/** Limits and features that the service configuration gives this person; the product's defaults until they are loaded. */
export function allowed(): Pick<
  CurrentUser,
  | 'folderDownload'
  | 'renameLength'
  | 'filesPerSelection'
  | 'recycleDays'
  | 'groupGraceDays'
  | 'transferRecordDays'
  | 'linkRules'
  | 'importRows'
  | 'publicSite'
  | 'clients'
> {
  const known = queryClient.getQueryData(currentUserQuery.queryKey);
  return (
    known ?? {
      folderDownload: false,
      renameLength: limits.renameLength,
      filesPerSelection: limits.filesPerSelection.web,
      recycleDays: limits.recycleDays,
      groupGraceDays: limits.groupGraceDays,
      transferRecordDays: limits.recordDays,
      linkRules: firstLinkRules,
      importRows: limits.importPeople,
      publicSite: false,
      clients: [],
    }
  );
}

/** The items of the file roles in this company; the product's defaults until they are loaded. */
export const fileRoles = (): FileRoleItems => queryClient.getQueryData(currentUserQuery.queryKey)?.fileRoles ?? defaultRoleItems;

/** The signed-in person, or undefined while loading. */
export const useCurrentUser = () => useQuery(currentUserQuery).data;

let refresh: ReturnType<typeof setTimeout> | undefined;

/** Refetches the storage figures, debounced by 300 ms. */
export function refreshCapacity(): void {
  clearTimeout(refresh);
  refresh = setTimeout(() => void queryClient.invalidateQueries({ queryKey: capacityQuery.queryKey }), 300);
}
