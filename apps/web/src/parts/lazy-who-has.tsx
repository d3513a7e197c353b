import { type ComponentProps, type ComponentType, Suspense, lazy } from 'react';
import { withSettingsTexts } from './with-settings-texts';
import type { WhoHas } from './who-has';

type WhoHasProps = ComponentProps<typeof WhoHas>;

/** It comes to who did not ask for it: what it is said beside stands there without it where it cannot be loaded. */
const LoadedWhoHas = lazy<ComponentType<WhoHasProps>>(() =>
  withSettingsTexts(import('./who-has')).then(
    (loaded) => ({ default: loaded.WhoHas }),
    (error: unknown) => {
      reportError(error);
      return { default: () => null };
    },
  ),
);

/** {@link WhoHas} where the texts of the settings may not be there yet: it is loaded with them. */
export function LazyWhoHas(props: WhoHasProps) {
  return (
    <Suspense>
      <LoadedWhoHas {...props} />
    </Suspense>
  );
}
