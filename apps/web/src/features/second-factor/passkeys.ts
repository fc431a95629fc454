import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { calls, deviceOf } from '@alcove/contract';
import type { InputOf } from '@alcove/contract';
import { call } from '../../api/client.ts';
import { t } from '../../i18n/index.ts';

type RegistrationQuestion = Parameters<typeof startRegistration>[0]['optionsJSON'];
type SignatureQuestion = Parameters<typeof startAuthentication>[0]['optionsJSON'];
export type SignedByKey = InputOf<typeof calls.user.signInWithPasskey>['passkey'];

/** The person closed the browser's own dialog, or it found no key. */
export const isGivenUp = (error: unknown): boolean => error instanceof Error && /^(NotAllowedError|AbortError)$/.test(error.name);

/** Has the browser sign with a key of the person. Throws what the browser throws, see `isGivenUp`. */
export async function signWithKey(purpose: 'step' | 'proof' | 'signIn'): Promise<SignedByKey> {
  const { options } = await call(calls.user.askPasskey, { purpose }, { staysSignedOut: true });
  return (await startAuthentication({ optionsJSON: options as SignatureQuestion })) as SignedByKey;
}

/** Has the browser make a key, and adds it. */
export async function addKey(name: string): Promise<void> {
  const { options } = await call(calls.user.beginPasskey, {});
  const answer = await startRegistration({ optionsJSON: options as RegistrationQuestion });
  await call(calls.user.addPasskey, { name, answer: answer as InputOf<typeof calls.user.addPasskey>['answer'] });
}

/** What a new key is called until somebody says otherwise. */
export function keyName(): string {
  const { system, browser } = deviceOf(navigator.userAgent);
  return [system, browser].filter(Boolean).join(' · ') || t('security.passkey');
}
