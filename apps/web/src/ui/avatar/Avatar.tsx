import type { CSSProperties } from 'react';
import { avatarHues } from '../../theme/palettes.ts';
import styles from './Avatar.module.css';

function hueOf(id: string): string {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return avatarHues[hash % avatarHues.length] ?? avatarHues[0];
}

/** One character under 32 px, two from 32: the last of a Chinese name, the initials of a Latin one; a masked name shows its first. */
function lettersOf(name: string, size: number): string {
  const characters = [...name.trim()];
  const wanted = size < 32 ? 1 : 2;
  if (name.includes('*')) return characters[0] ?? '';
  if (/^[\p{Script=Latin}\d\s._-]+$/u.test(name))
    return name
      .split(/[\s._-]+/)
      .map((word) => word[0] ?? '')
      .join('')
      .slice(0, 2)
      .toUpperCase();
  return characters.slice(-wanted).join('');
}

/** A person's avatar, hidden from screen readers: the name is next to it or on its container. */
export function Avatar({ id, name, size = 26 }: { id: string; name: string; size?: number }) {
  const letters = lettersOf(name, size);
  const fontSize = Math.round(size * (letters.length > 1 ? 0.38 : 0.46));
  return (
    <span className={styles.avatar} aria-hidden style={{ '--hue': hueOf(id), width: size, height: size, fontSize } as CSSProperties}>
      {letters}
    </span>
  );
}
