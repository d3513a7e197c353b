import { Maximize2, Minimize2 } from 'lucide-react';
import { Store, useSlice } from '../store/store';
import { t } from '../strings/strings';
import { IconButton } from '../ui/button';

/** Whether the box takes most of the window, for a text that is long; until it is sent, or somebody makes it small. */
export const composeIsLarge = new Store(false);

export function SizeButton() {
  const isLarge = useSlice(composeIsLarge, (value) => value);
  const Icon = isLarge ? Minimize2 : Maximize2;
  return (
    <IconButton
      label={t('compose.large')}
      aria-pressed={isLarge}
      onClick={() => composeIsLarge.set(!composeIsLarge.get())}
    >
      <Icon size="1rem" aria-hidden="true" />
    </IconButton>
  );
}
