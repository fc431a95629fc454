import { calls } from '@alcove/contract';
import type { Client } from '../testing/index.ts';
import { SoftKey } from './soft-key.test-support.ts';
import { codeOf, stepAt } from './totp.ts';

const { user } = calls;
const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The app on somebody's phone. It shows the code of now, or of some steps later. */
export class Authenticator {
  readonly #secret: Buffer;
  /** The code with which it was set up. */
  used = '';
  constructor(secret: string) {
    const bits = [...secret].map((sign) => signs.indexOf(sign).toString(2).padStart(5, '0')).join('');
    this.#secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  }
  code(later = 0): string {
    return codeOf(this.#secret, stepAt(Date.now() / 1000) + later);
  }
}

/** Sets up an app for whoever is signed in. The code of the step before is used up with it, so that the one of now can be used. */
export async function enrols(person: Client): Promise<Authenticator> {
  const app = new Authenticator((await person.call(user.beginTotp, {})).secret);
  app.used = app.code(-1);
  // On a busy machine the step may end on the way, and the code with it.
  const { errcode } = await person.ask(user.confirmTotp, { code: app.used });
  if (errcode === 0) return app;
  app.used = app.code(-1);
  await person.call(user.confirmTotp, { code: app.used });
  return app;
}

/** Adds a passkey for whoever is signed in. */
export async function addsKey(person: Client): Promise<SoftKey> {
  const key = new SoftKey(person.origin);
  const answer = key.make((await person.call(user.beginPasskey, {})).options);
  await person.call(user.addPasskey, { name: '我的密钥', answer });
  return key;
}
