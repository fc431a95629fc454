import { Drawer } from '@mantine/core';
import { t } from '../i18n/index.ts';
import { Brand } from './Header.tsx';
import { MenuList } from './Menu.tsx';
import type { MenuContent } from './Menu.tsx';
import styles from './PhoneMenu.module.css';

/** The menu as a drawer from the left. */
export function PhoneMenu({ menu, opened, onClose }: { menu: MenuContent; opened: boolean; onClose: () => void }) {
  return (
    // Drawer sets attributes on its outermost box, which has no role; Drawer.Root allows naming the dialog inside.
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="left"
      size={280}
      padding={0}
      offset={0}
      radius={0}
      classNames={{ content: styles.content, body: styles.body }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('shell.mainMenu')}>
        <Drawer.Body>
          <Brand />
          <MenuList groups={menu.groups} onChoose={onClose} />
          {menu.foot({ compact: false, onLeave: onClose })}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
