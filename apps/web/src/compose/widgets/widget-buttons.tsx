import { ListChecks, ListTodo, type LucideIcon } from 'lucide-react';
import { lazy, useState } from 'react';
import { t } from '../../strings/strings';
import { IconButton } from '../../ui/button';
import type { WidgetKind } from './widget-text';
import { Awaited } from '../../parts/awaited';

const WidgetDialog = lazy(() => import('./widget-dialog'));

const KINDS: readonly { readonly kind: WidgetKind; readonly Icon: LucideIcon }[] = [
  { kind: 'poll', Icon: ListChecks },
  { kind: 'todo', Icon: ListTodo },
];

/** Make a poll or a list of tasks, which are whole messages: they begin in an empty box. */
export function WidgetButtons({ isEmpty }: { isEmpty: boolean }) {
  const [open, setOpen] = useState<WidgetKind>();
  return (
    <>
      {KINDS.map(({ kind, Icon }) => {
        const action = t(`${kind}.create`);
        return (
          <IconButton
            key={kind}
            label={action}
            title={isEmpty ? action : t('widget.onlyEmpty', { action })}
            aria-haspopup="dialog"
            disabled={!isEmpty}
            onClick={() => setOpen(kind)}
          >
            <Icon size="1rem" aria-hidden="true" />
          </IconButton>
        );
      })}
      {open && (
        <Awaited onDrop={() => setOpen(undefined)}>
          <WidgetDialog kind={open} onClose={() => setOpen(undefined)} />
        </Awaited>
      )}
    </>
  );
}
