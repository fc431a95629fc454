import { Button, Textarea } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { limits } from '@alcove/contract';
import { t } from '../../../i18n/index.ts';
import { confirm } from '../../../ui/confirm/confirm.ts';
import { useOnline } from '../../../ui/use-online.ts';
import styles from './sync.module.css';

interface LetThroughProps {
  title: string;
  text: string;
  label: string;
  question: { title: string; text: string; confirmLabel: string };
  /** Whether the reader may let it through now. */
  edits: boolean;
  onLetThrough(reason: string): Promise<void>;
}

/** The brake: so many would be frozen that somebody has to say so, with a reason. */
export function LetThrough({ title, text, label, question, edits, onLetThrough }: LetThroughProps) {
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState('');
  const offline = !useOnline();
  const letThrough = async () => {
    if (reason.trim() === '') return setFault(t('adminSync.reasonMissing'));
    if (await confirm({ type: 'warning', danger: true, ...question })) await onLetThrough(reason);
  };
  return (
    <div className={styles.tooMany} role="alert">
      <strong>
        <CircleAlert size={16} strokeWidth={1.75} aria-hidden />
        {title}
      </strong>
      <p>{text}</p>
      {edits && (
        <>
          <Textarea
            label={t('adminSync.reason')}
            description={t('adminSync.reasonHint')}
            rows={2}
            maxLength={limits.syncReasonLength}
            value={reason}
            error={fault}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setFault('');
            }}
          />
          <Button variant="default" color="red" disabled={offline} onClick={() => void letThrough()}>
            {label}
          </Button>
        </>
      )}
    </div>
  );
}
