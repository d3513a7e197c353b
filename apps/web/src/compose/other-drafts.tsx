import { useClient } from '../client/client';
import { useSlice } from '../store/store';
import { t } from '../strings/strings';
import { draftsOf } from './drafts';
import type { Target } from './target';

/** Leads to drafts for the same conversation, where there are others than the one in the box. */
export function OtherDrafts({ target }: { target: Target }) {
  const drafts = draftsOf(useClient());
  const count = useSlice(drafts.all, () => drafts.countOthers(target));
  if (count === 0) return null;
  return (
    <a className="compose-left" href="#drafts">
      {t('compose.otherDrafts', { count })}
    </a>
  );
}
