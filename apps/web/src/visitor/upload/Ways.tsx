import { Camera, Upload } from 'lucide-react';
import { t } from '../../i18n/index.ts';
import { Button } from '../ui/Button.tsx';
import { icon } from '../ui/icon.ts';
import type { Way } from './use-ways.tsx';
import styles from './Ways.module.css';

interface WaysProps {
  onChoose(way: Way): void;
}

/** Where files are dropped or chosen. `hovers`: something is dragged over the page. */
export function DropZone({ hovers, onChoose }: WaysProps & { hovers: boolean }) {
  return (
    <div className={styles.zone} data-hovers={hovers || undefined}>
      <Upload size={22} strokeWidth={1.75} aria-hidden />
      <p>{t(hovers ? 'upload.dropNow' : 'upload.drop')}</p>
      <div className={styles.buttons}>
        <Button look="filled" onClick={() => onChoose('files')}>
          {t('upload.chooseFiles')}
        </Button>
        <Button onClick={() => onChoose('folder')}>{t('upload.chooseFolder')}</Button>
      </div>
    </div>
  );
}

/** At the thumb's reach; a phone has no folders to choose. */
export function PhoneWays({ onChoose }: WaysProps) {
  return (
    <section className={styles.phone} aria-label={t('upload.ways')}>
      <div className={styles.phoneButtons}>
        <Button size="large" icon={<Camera {...icon} />} onClick={() => onChoose('camera')}>
          {t('upload.camera')}
        </Button>
        <Button look="filled" size="large" icon={<Upload {...icon} />} onClick={() => onChoose('files')}>
          {t('upload.chooseFiles')}
        </Button>
      </div>
      <p>{t('upload.keepPhone')}</p>
    </section>
  );
}
