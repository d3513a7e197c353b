import { useClientState } from '../client/client';
import { LazyWhoHas } from '../parts/lazy-who-has';
import type { Problem } from './checks';
import { decisionAbout } from './decision';
import type { Target } from './target';

/** Names those who may send a message, where a permission is missing. */
export function WhoDecides({ problem, target }: { problem: Problem; target: Target }) {
  const state = useClientState((whole) => whole);
  const decision = decisionAbout(state, problem, target);
  return decision && <LazyWhoHas values={[decision.value]} href={decision.href} />;
}
