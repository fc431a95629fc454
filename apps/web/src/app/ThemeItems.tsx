import { Menu, useMantineColorScheme } from '@mantine/core';
import { Check, Monitor, Moon, Sun } from 'lucide-react';
import { calls } from '@alcove/contract';
import { call } from '../api/client.ts';
import { t } from '../i18n/index.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The color scheme: light, dark or the system's. It is saved on this device and in the person's settings. */
export function ThemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choices = [
    { skin: 'light', Icon: Sun, label: t('shell.themeLight') },
    { skin: 'dark', Icon: Moon, label: t('shell.themeDark') },
    { skin: 'auto', Icon: Monitor, label: t('shell.themeSystem') },
  ] as const;
  return choices.map(({ skin, Icon, label }) => (
    <Menu.RadioItem
      key={skin}
      value={skin}
      checked={colorScheme === skin}
      checkIcon={<Check {...icon} />}
      rightSection={<Icon {...icon} />}
      onChange={() => {
        setColorScheme(skin);
        // The choice is kept on this device; if saving fails, only the other devices miss it.
        void call(calls.user.saveSettings, { skin }).catch(() => undefined);
      }}
    >
      {label}
    </Menu.RadioItem>
  ));
}
