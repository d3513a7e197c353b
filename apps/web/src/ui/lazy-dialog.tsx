import { type ComponentProps, Suspense, lazy } from 'react';
import { Coming } from './coming';
import type { Dialog } from './dialog';

const Loaded = lazy(async () => ({ default: (await import('./dialog')).Dialog }));

/** A dialog for what is on the screen from the start: what dialogs are made of is loaded when the first one opens. */
export function LazyDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense fallback={<Coming onDrop={props.onClose} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
