import { lazy, useState } from 'react';
import { useCommands } from '../../client/commands';
import { withKeysTexts } from '../../parts/with-keys-texts';
import { Awaited } from '../../parts/awaited';

const KeyboardHelp = lazy(async () => ({ default: (await withKeysTexts(import('./keyboard-help'))).KeyboardHelp }));

/** The list of keys, over everything, when its key asks for it. */
export function HelpDialog() {
  const [isOpen, setOpen] = useState(false);
  useCommands({ help: () => setOpen(true) });
  if (!isOpen) return null;
  return (
    <Awaited onDrop={() => setOpen(false)}>
      <KeyboardHelp onClose={() => setOpen(false)} />
    </Awaited>
  );
}
