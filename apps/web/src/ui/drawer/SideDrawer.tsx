import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../i18n/index.ts';
import { ReturnFocus } from '../dialog/ReturnFocus.tsx';
import { usePhone } from '../use-media.ts';

export interface SideDrawerProps {
  opened: boolean;
  title: ReactNode;
  /** In pixels. On a phone the drawer has the whole width. */
  width: number;
  onClose(): void;
  classNames?: { content?: string; body?: string };
  children: ReactNode;
}

/** A drawer at the right; on a phone it rises from below. */
export function SideDrawer({ width, ...props }: SideDrawerProps) {
  const phone = usePhone();
  return (
    <>
      {props.opened && <ReturnFocus />}
      <Drawer
        position={phone ? 'bottom' : 'right'}
        size={phone ? '94%' : width}
        {...(phone && { offset: 0 })}
        closeButtonProps={{ 'aria-label': t('common.close') }}
        {...props}
      />
    </>
  );
}
