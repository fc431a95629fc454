import { TriangleAlert } from 'lucide-react';
import type { OpenSession } from '@alcove/contract';
import { DeviceAnswer } from '../../features/identity/DeviceAnswer.tsx';
import { deviceName, placeName, wayName } from '../../features/identity/device-words.tsx';
import { formatTime, t } from '../../i18n/index.ts';
import styles from './sessions.module.css';

/** The sessions on devices of which the reader has not said yet whether they are theirs, the first of each. */
export function NewDevices({ sessions }: { sessions: readonly OpenSession[] }) {
  const asked = new Map(sessions.flatMap((session) => (session.askedDevice === null ? [] : [[session.askedDevice, session] as const])));
  const here = sessions.find(({ current }) => current)?.askedDevice;
  if (asked.size === 0) return null;
  return (
    <section aria-label={t('identity.newDevice')}>
      {[...asked].map(([deviceId, session]) => (
        <div key={deviceId} className={styles.asked}>
          <TriangleAlert size={18} strokeWidth={1.75} aria-hidden />
          <div>
            <h2>{t('identity.newDeviceTitle', { time: formatTime(session.createTime) })}</h2>
            <p>
              {deviceId === here
                ? t('identity.newDeviceHere')
                : t('identity.newDeviceText', {
                    device: deviceName(session.agent),
                    place: placeName(session),
                    address: session.address,
                    way: wayName(session),
                  })}
            </p>
          </div>
          {deviceId !== here && <DeviceAnswer deviceId={deviceId} />}
        </div>
      ))}
    </section>
  );
}
