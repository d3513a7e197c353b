import { type ComponentType, Suspense, lazy } from 'react';
import { useClientState } from '../client/client';
import { withSettingsTexts } from '../parts/with-settings-texts';
import type { Problem } from './checks';
import { type Decision, decisionAbout } from './decision';
import type { Target } from './target';

/** It comes while somebody writes, and is not asked for: the reason stands there without it where it cannot be loaded. */
const WhoDecidesNote = lazy<ComponentType<{ decision: Decision }>>(() =>
  withSettingsTexts(import('./who-decides-note')).catch((error: unknown) => {
    reportError(error);
    return { default: () => null };
  }),
);

/** Names those who may send a message, where a permission is missing. */
export function WhoDecides({ problem, target }: { problem: Problem; target: Target }) {
  const state = useClientState((whole) => whole);
  const decision = decisionAbout(state, problem, target);
  if (!decision) return null;
  return (
    <Suspense>
      <WhoDecidesNote decision={decision} />
    </Suspense>
  );
}
