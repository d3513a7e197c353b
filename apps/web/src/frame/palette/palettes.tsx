import { lazy, useState } from 'react';
import { useCommands } from '../../client/commands';
import { withKeysTexts } from '../../parts/with-keys-texts';
import { useVisits } from './visited';
import { Awaited } from '../../parts/awaited';

const Palette = lazy(async () => ({ default: (await withKeysTexts(import('./palette'))).Palette }));

/** The palette, over everything, when its key asks for it. */
export function Palettes() {
  const [isOpen, setOpen] = useState(false);
  useVisits();
  useCommands({ palette: () => setOpen(true) });
  if (!isOpen) return null;
  return (
    <Awaited onDrop={() => setOpen(false)}>
      <Palette onClose={() => setOpen(false)} />
    </Awaited>
  );
}
