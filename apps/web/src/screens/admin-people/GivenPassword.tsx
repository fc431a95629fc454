import { Button } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';
import styles from './people.module.css';

interface GivenPasswordProps {
  given: { name: string; password: string } | null;
  onClose(): void;
}

/** Shows a generated password, once. A click beside the dialog does not close it, because it cannot be shown again. */
export function GivenPassword({ given, onClose }: GivenPasswordProps) {
  const [copied, setCopied] = useState(false);
  const close = () => {
    setCopied(false);
    onClose();
  };
  const copy = async (password: string) => {
    try {
      await navigator.clipboard.writeText(password);
      setCopied(true);
    } catch {
      toast.error(t('adminPeople.copyFailed'));
    }
  };
  return (
    <Dialog
      opened={given !== null}
      onClose={close}
      closeOnClickOutside={false}
      title={given && t('adminPeople.passwordTitle', { name: given.name })}
    >
      {given && (
        <>
          <p className={styles.passwordText}>{t('adminPeople.passwordText')}</p>
          <div className={styles.password}>
            <code translate="no">{given.password}</code>
            <Button
              size="xs"
              variant="default"
              leftSection={copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
              onClick={() => void copy(given.password)}
            >
              {copied ? t('adminPeople.copied') : t('adminPeople.copy')}
            </Button>
          </div>
          <div className={styles.dialogFoot}>
            <Button data-autofocus onClick={close}>
              {t('adminPeople.done')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
