import { limits, type LinkContent, type LinkGate } from '@alcove/contract';
import { createStore } from '../../ui/store.ts';
import { ask, type AskOptions } from './ask.ts';
import { linkCalls, type VisitorCall } from './calls.ts';
import { inTurn } from './in-turn.ts';
import { closesLink, isFailure, wantsToken } from './failures.ts';
import { systemTitle } from './system-title.ts';
import { token } from './token.ts';

/** Where this visit stands. `again`: the visitor was inside, and must say the password once more. */
export type Visit =
  | { at: 'opening' }
  | { at: 'password'; gate: LinkGate; again: boolean }
  | { at: 'refused'; failure: unknown }
  | { at: 'open'; content: LinkContent };

export const visit = createStore<Visit>({ at: 'opening' });

/** Known while the page lives, so that a visit that ended by itself opens again unasked. Undefined: not typed on this page. */
let password: string | undefined;
let firstRows: () => void = () => {};

/** `loadRows` is called as soon as rows may be asked for, beside the facts of the link. */
export function openLink(loadRows: () => void): void {
  firstRows = loadRows;
  void begin();
}

/** Opens the link anew, from its gate or with the token at hand. */
export async function begin(): Promise<void> {
  if (visit.read().at !== 'opening' && visit.read().at !== 'refused') visit.set({ at: 'opening' });
  try {
    if (token.read() === null) await knock(false);
    else await show().catch((error: unknown) => (wantsToken(error) ? knock(false) : Promise.reject(error as Error)));
  } catch (failure) {
    visit.set({ at: 'refused', failure });
  }
}

/** Goes as far as nobody has to type anything. */
async function knock(again: boolean): Promise<void> {
  const gate = await inTurn(() => ask(linkCalls.queryConfig, {}));
  systemTitle.set(gate.systemTitle);
  // Whoever may not come in is told why before any password is looked at.
  const letIn = !gate.loginNeeded || (await ask(linkCalls.queryLoginAuth, {})).allowed;
  if (letIn && gate.passwordNeeded && password === undefined) return visit.set({ at: 'password', gate, again });
  try {
    await takeToken();
  } catch (failure) {
    if (!gate.passwordNeeded || !(isFailure(failure, 'LINK_PASSWORD_WRONG') || isFailure(failure, 'LINK_LOCKED'))) throw failure;
    // The sharer has changed the password meanwhile.
    password = undefined;
    return visit.set({ at: 'password', gate, again });
  }
  if (visit.read().at !== 'open') await show();
}

/** A token that is still good keeps the visit from being counted twice, so it goes along. */
async function takeToken(): Promise<void> {
  const { shareToken } = await ask(linkCalls.checkPassword, {}, { password });
  token.set(shareToken);
}

async function show(): Promise<void> {
  firstRows();
  const content = await ask(linkCalls.queryAttribute, {});
  systemTitle.set(content.systemTitle);
  visit.set({ at: 'open', content });
  // The visit is counted when it is opened; a lost request is no reason to trouble the visitor.
  void ask(linkCalls.addViewCount, {}, { keepalive: true }).catch(() => {});
}

/** Reads again what the open link holds, because something in it has changed. If that fails, the page keeps what it has. */
export async function readAgain(): Promise<void> {
  const content = await asVisitor(linkCalls.queryAttribute, {}).catch(() => null);
  if (content && visit.read().at === 'open') visit.set({ at: 'open', content });
}

/** Tries the password. Throws what the server says against it; a link that has closed meanwhile is shown as closed. */
export async function enter(typed: string): Promise<void> {
  password = typed;
  try {
    await takeToken();
    await show();
  } catch (failure) {
    password = undefined;
    if (!closesLink(failure)) throw failure;
    visit.set({ at: 'refused', failure });
  }
}

/** Its creator looks at a link that is being verified: the page begins anew when the link has opened, or has closed. */
export async function lookAgain(): Promise<void> {
  try {
    const { ownPreview } = await ask(linkCalls.queryAttribute, {});
    if (ownPreview?.verifying) return;
  } catch (failure) {
    if (!wantsToken(failure) && !closesLink(failure)) return;
  }
  await begin();
}

let reopening: Promise<void> | null = null;

/** A new token in place of the one that was refused; several calls that fail together share it. */
function reopen(refused: string | null): Promise<void> {
  if (token.read() !== refused) return Promise.resolve();
  reopening ??= knock(true).finally(() => {
    reopening = null;
  });
  return reopening;
}

/**
 * Makes a call inside the link. When the token has ended, it opens the link again and repeats the call, at most three times (specification 1
 * section 4: never a redirect to sign-in on this page). A link that has closed meanwhile closes the page.
 */
export async function asVisitor<Input, Answer>(to: VisitorCall<Input, Answer>, input: Input, options: AskOptions = {}): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    const used = token.read();
    try {
      return await ask(to, input, options);
    } catch (failure) {
      if (closesLink(failure)) visit.set({ at: 'refused', failure });
      // Before the link is open, `begin` sees to it.
      if (!wantsToken(failure) || tries >= limits.retries || visit.read().at !== 'open') throw failure;
      await reopen(used).catch((error: unknown) => {
        if (closesLink(error)) visit.set({ at: 'refused', failure: error });
        throw error;
      });
      if (visit.read().at !== 'open') throw failure;
    }
  }
}

/**
 * Makes a call inside the link once, for the transfer engine, which repeats by itself. When the token has ended, there is a new one before this throws. A
 * link that has closed throws why and closes nothing: what has arrived stays on the page.
 */
export async function onceAsVisitor<Input, Answer>(
  to: VisitorCall<Input, Answer>,
  input: Input,
  options: AskOptions = {},
): Promise<Answer> {
  const used = token.read();
  try {
    return await ask(to, input, options);
  } catch (failure) {
    if (wantsToken(failure) && visit.read().at === 'open') await reopen(used);
    throw failure;
  }
}
