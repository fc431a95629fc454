/** `/disk`, the base path of the application. */
export const basePath = import.meta.env.BASE_URL.replace(/\/$/, '');

/** The routes below `/disk` that need no session. */
const open = [
  '/signIn',
  '/ADlogin',
  '/fileDownload',
  '/userServiceAgreement',
  '/userServiceAgreementEnglish',
  '/privacyPolicy',
  '/privacyPolicyEnglish',
  '/policylist',
  '/usageRules',
  '/help',
];

export function needsSession(pathname: string): boolean {
  const path = pathname.slice(basePath.length).replace(/\/$/, '');
  return !open.includes(path) && !path.startsWith('/error');
}
