import { useClient } from '../client/client';
import { useSlice } from '../store/store';
import { draftsOf } from './drafts';

/** How many drafts there are. It is loaded by itself: drafts are kept up to date from then on, also outside of a view. */
export default function DraftCount() {
  const count = useSlice(draftsOf(useClient()).all, (all) => all.length);
  return count > 0 && <span className="quiet-count">{count}</span>;
}
