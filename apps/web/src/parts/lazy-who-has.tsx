import { type ComponentProps, Suspense, lazy } from 'react';
import { withSettingsTexts } from './with-settings-texts';
import type { WhoHas } from './who-has';

/** It comes to who did not ask for it: until then, what it is said beside stands there without it. */
const LoadedWhoHas = lazy(async () => ({ default: (await withSettingsTexts(import('./who-has'))).WhoHas }));

/** {@link WhoHas} where the texts of the settings may not be there yet: it is loaded with them. */
export function LazyWhoHas(props: ComponentProps<typeof WhoHas>) {
  return (
    <Suspense>
      <LoadedWhoHas {...props} />
    </Suspense>
  );
}
