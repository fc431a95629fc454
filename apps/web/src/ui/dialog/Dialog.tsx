import { Modal } from '@mantine/core';
import type { ModalProps } from '@mantine/core';
import { t } from '../../i18n/index.ts';
import { ReturnFocus } from './ReturnFocus.tsx';

/** Every dialog: it names its close button, and returns the focus however it ends. */
export function Dialog(props: ModalProps) {
  return (
    <>
      {props.opened && <ReturnFocus />}
      <Modal closeButtonProps={{ 'aria-label': t('common.close') }} {...props} />
    </>
  );
}
