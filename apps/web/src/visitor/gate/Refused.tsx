import { LogIn, RotateCw } from 'lucide-react';
import { useEffect } from 'react';
import { CallFailed, failureMessage } from '../../api/call-failed.ts';
import { t } from '../../i18n/index.ts';
import type { NicheObject } from '../../ui/marks/Niche.tsx';
import { isFailure } from '../link/failures.ts';
import { signInAddress } from '../link/sign-in.ts';
import { begin } from '../link/visit.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { icon } from '../ui/icon.ts';
import { State } from '../ui/State.tsx';
import { GateFrame } from './GateFrame.tsx';
import { minutesLocked, useMinutesLeft } from './lock.ts';

const lookAgainMs = 20_000;

interface Words {
  object: NicheObject;
  text: string;
}

/** What a visitor can do about it. The title is what the server says, word by word. */
function wordsOf(failure: unknown): Words | null {
  if (isFailure(failure, 'LINK_WRONG')) return { object: 'tile', text: t('visitor.wrongText') };
  if (isFailure(failure, 'LINK_EXPIRED')) return { object: 'key', text: t('visitor.expiredText') };
  if (isFailure(failure, 'LINK_FILE_GONE')) return { object: 'tile', text: t('visitor.goneText') };
  if (isFailure(failure, 'LINK_USED_UP')) return { object: 'key', text: t('visitor.usedUpText') };
  if (isFailure(failure, 'LINK_LOGIN_NEEDED')) return { object: 'key', text: t('visitor.loginText') };
  if (isFailure(failure, 'LINK_NOT_NAMED')) return { object: 'key', text: t('visitor.notNamedText') };
  if (isFailure(failure, 'LINK_VERIFYING')) return { object: 'lens', text: t('visitor.verifyingText') };
  return null;
}

/** The link cannot be visited, or not yet. */
export function Refused({ failure }: { failure: unknown }) {
  const waits = isFailure(failure, 'LINK_VERIFYING');
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => void begin(), lookAgainMs);
    return () => clearInterval(timer);
  }, [waits]);
  if (failure instanceof CallFailed && isFailure(failure, 'LINK_LOCKED')) return <Locked failure={failure} />;
  const words = wordsOf(failure);
  if (!words)
    return (
      <GateFrame>
        <State
          level={1}
          object="tile"
          role="alert"
          title={t('visitor.failedTitle')}
          text={failureMessage(failure, t('errors.unknown'))}
          error={failure}
          actions={
            <Button icon={<RotateCw {...icon} />} onClick={() => void begin()}>
              {t('common.retry')}
            </Button>
          }
        />
      </GateFrame>
    );
  const signsIn = isFailure(failure, 'LINK_LOGIN_NEEDED');
  return (
    <GateFrame>
      <State
        level={1}
        role={waits ? 'status' : 'alert'}
        object={words.object}
        title={failureMessage(failure, t('errors.unknown'))}
        text={words.text}
        actions={
          (signsIn || isFailure(failure, 'LINK_NOT_NAMED')) && (
            <ButtonLink look="filled" href={signInAddress()} icon={<LogIn {...icon} />}>
              {signsIn ? t('visitor.signIn') : t('visitor.switchAccount')}
            </ButtonLink>
          )
        }
      />
    </GateFrame>
  );
}

/** Too many wrong passwords came from this network; the page opens the gate when the lock ends. */
function Locked({ failure }: { failure: CallFailed }) {
  const ends = lockEnd(failure);
  const minutes = useMinutesLeft(ends);
  useEffect(() => {
    if (minutes === null) void begin();
  }, [minutes]);
  return (
    <GateFrame>
      <State level={1} role="alert" object="key" title={t('visitor.locked', { minutes: minutes ?? 1 })} />
    </GateFrame>
  );
}

const ends = new WeakMap<CallFailed, number>();
/** The moment at which a lock ends, counted from when it was first told. */
function lockEnd(failure: CallFailed): number {
  const known = ends.get(failure) ?? Date.now() + minutesLocked(failure) * 60_000;
  ends.set(failure, known);
  return known;
}
