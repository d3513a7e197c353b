import { type ReactNode, lazy, useDeferredValue, useEffect, useRef, useState } from 'react';
import { idle } from '../../client/when-idle';
import type { Narrow } from '../../narrow/terms';
import { withPeopleTexts } from '../../parts/with-people-texts';
import { t } from '../../strings/strings';
import { Awaited } from '../../parts/awaited';
import { LazyDialog } from '../../ui/lazy-dialog';
import type { PeoplePane } from './people-pane';

/** Beside the view, which comes first: it shares parts with conversations, all of which would be loaded before. */
const PeopleList = lazy(async () => {
  await idle();
  return withPeopleTexts(import('./people-list'));
});

/** Over the middle of the window: whatever is done elsewhere closes it. */
function Panel({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const onPointerDown = ({ target }: PointerEvent): void => {
      const isInside = target instanceof Element && target.closest('.people-sidebar, .people-toggle, .popover, .menu');
      if (!isInside) onClose();
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || document.querySelector('.popover, .dialog, .menu')) return;
      event.preventDefault();
      onClose();
      document.querySelector<HTMLElement>('.people-toggle')?.focus();
    };
    document.addEventListener('pointerdown', onPointerDown, { signal });
    // Before the keys of the view.
    document.addEventListener('keydown', onKeyDown, { signal });
    return () => leaving.abort();
  }, [onClose]);
  return (
    <aside ref={panel} className="people-sidebar" data-kind="panel" aria-label={t('people.title')}>
      {children}
    </aside>
  );
}

const stay = (): void => undefined;

/** The list of people, where the window has room for it. */
export function PeopleSidebar({ pane, narrow }: { pane: PeoplePane; narrow?: Narrow }) {
  const { kind, isOpen, wanted, setOpen } = pane;
  // Who is listed for a view is found among everybody: the view is shown before.
  const listed = useDeferredValue(narrow);
  // The last wish that was given up before the list was there.
  const [dropped, setDropped] = useState(0);
  const isAsked = wanted > dropped;
  if (!isOpen) return null;
  const close = (): void => setOpen(false);
  const list = (
    <Awaited isAsked={isAsked && kind !== 'dialog'} onDrop={kind === 'column' ? () => setDropped(wanted) : close}>
      <PeopleList narrow={listed} wanted={isAsked ? wanted : 0} onNavigate={kind === 'column' ? stay : close} />
    </Awaited>
  );
  if (kind === 'dialog') {
    return (
      <LazyDialog title={t('people.title')} size="page" onClose={close}>
        {list}
      </LazyDialog>
    );
  }
  if (kind === 'panel') return <Panel onClose={close}>{list}</Panel>;
  return (
    <aside className="people-sidebar" aria-label={t('people.title')}>
      {list}
    </aside>
  );
}
