import { ArrowDown, ArrowUp } from 'lucide-react';
import { t } from '../strings/strings';
import { IconButton } from '../ui/button';

interface OrderButtonsProps {
  name: string;
  index: number;
  count: number;
  onMove: (to: number) => void;
}

/** Moves a row of a list whose order matters. */
export function OrderButtons({ name, index, count, onMove }: OrderButtonsProps) {
  return (
    <>
      <IconButton label={t('order.up', { name })} disabled={index === 0} onClick={() => onMove(index - 1)}>
        <ArrowUp size="1rem" aria-hidden="true" />
      </IconButton>
      <IconButton label={t('order.down', { name })} disabled={index === count - 1} onClick={() => onMove(index + 1)}>
        <ArrowDown size="1rem" aria-hidden="true" />
      </IconButton>
    </>
  );
}

/** The list with one of its items at another place. */
export function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from];
  if (item === undefined) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}
