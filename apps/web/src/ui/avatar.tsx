import { useState } from 'react';
import { isOwnAddress } from './own-address';
import './ui.css';

interface AvatarProps {
  /** Colours the initials. */
  userId: number;
  name: string;
  /** A picture of this service; null draws initials. Addresses of other hosts are never loaded. */
  url?: string | null;
  /** In rem. */
  size?: number;
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = words[0] ?? '';
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return [first, last].map((word) => [...word][0]?.toLocaleUpperCase() ?? '').join('');
}

/** Neighbouring ids get colours far apart; the lightness keeps white text legible. */
function colourOf(userId: number): string {
  return `hsl(${(userId * 137.508) % 360} 45% 36%)`;
}

/** A user's picture, or initials in a colour of the user. The name stands beside it, so it says nothing by itself. */
export function Avatar({ userId, name, url, size = 2.25 }: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState<string>();
  const box = { blockSize: `${size}rem`, inlineSize: `${size}rem` };
  if (url && isOwnAddress(url) && url !== failedUrl) {
    return (
      <img
        className="avatar"
        style={box}
        src={url}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setFailedUrl(url)}
      />
    );
  }
  const style = { ...box, background: colourOf(userId), fontSize: `${size * 0.4}rem` };
  // Drawn by the style sheet: they are a picture, not text that is read, found or copied.
  return <span className="avatar" style={style} aria-hidden="true" data-initials={initialsOf(name)} />;
}
