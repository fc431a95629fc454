import { textEncodings, type TextEncoding } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import styles from './text.module.css';

/** Shows the text encoding, which can be corrected here. */
export function EncodingSelect({ value, onChange }: { value: TextEncoding; onChange(encoding: TextEncoding): void }) {
  return (
    <select
      className={styles.encoding}
      aria-label={t('preview.encoding')}
      title={t('preview.encoding')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as TextEncoding)}
    >
      {textEncodings.map((encoding) => (
        <option key={encoding}>{encoding}</option>
      ))}
    </select>
  );
}
