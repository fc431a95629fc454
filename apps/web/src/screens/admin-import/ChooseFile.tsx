import { Button, FileButton } from '@mantine/core';
import { Download, FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { calls, limits, type PeopleImport } from '@alcove/contract';
import { allowed } from '../../api/current-user.ts';
import { formatTime, roomUsed, t } from '../../i18n/index.ts';
import { useOnline } from '../../ui/use-online.ts';
import { saveFile } from '../../ui/save-file.ts';
import styles from './import.module.css';

interface ChooseFileProps {
  imports: readonly PeopleImport[];
  onFile(file: File): void;
  onOpen(checkId: string): void;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The first step: a file is dropped or chosen. Below it, the caller's latest imports. */
export function ChooseFile({ imports, onFile, onOpen }: ChooseFileProps) {
  const [over, setOver] = useState(false);
  const offline = !useOnline();
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button inside does the same by keyboard */}
      <section
        className={styles.drop}
        data-over={over || undefined}
        aria-label={t('adminImport.chooseTitle')}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const [file] = event.dataTransfer.files;
          if (file && !offline) onFile(file);
        }}
      >
        <FileSpreadsheet size={34} strokeWidth={1.5} aria-hidden className={styles.sheetIcon} />
        <h2>{over ? t('adminImport.dropHere') : t('adminImport.chooseTitle')}</h2>
        <p>{t('adminImport.chooseText', { rows: allowed().importRows, size: roomUsed(0, limits.importPeopleBytes).total })}</p>
        <div className={styles.dropActions}>
          <FileButton accept=".xls,.xlsx" onChange={(file) => file && onFile(file)}>
            {(props) => (
              <Button {...props} disabled={offline}>
                {t('adminImport.choose')}
              </Button>
            )}
          </FileButton>
          <Button
            variant="default"
            leftSection={<Download {...icon} />}
            disabled={offline}
            onClick={() => void saveFile(calls.adminUser.template, {})}
          >
            {t('adminImport.template')}
          </Button>
        </div>
      </section>
      {imports.length > 0 && (
        <section className={styles.recent} aria-label={t('adminImport.recent')}>
          <h2>{t('adminImport.recent')}</h2>
          <ul>
            {imports.map(({ checkId, fileName, createTime, rows, made }) => (
              <li key={checkId}>
                <FileSpreadsheet size={20} strokeWidth={1.5} aria-hidden className={styles.sheetIcon} />
                <span className={styles.recentText}>
                  <span className={styles.cut} title={fileName}>
                    {fileName}
                  </span>
                  <span className={styles.quiet}>{t('adminImport.recentFacts', { time: formatTime(createTime), rows, made })}</span>
                </span>
                <Button variant="default" size="xs" onClick={() => onOpen(checkId)}>
                  {t('adminImport.open')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
