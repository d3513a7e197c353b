import { Pin, PinOff } from 'lucide-react';
import { namesOf, useClient, useClientState } from '../../client/client';
import { narrowAddress } from '../../narrow/address';
import type { Narrow } from '../../narrow/terms';
import { withoutPlace } from '../../narrow/terms';
import { forgetView, keepView } from '../../parts/navigation-views';
import { t } from '../../strings/strings';
import { IconButton } from '../../ui/button';
import { narrowTitle } from './narrow-title';

/** Keeps a search or filter in the sidebar under its title, or forgets it. */
export default function KeepView({ narrow }: { narrow: Narrow }) {
  const { store } = useClient();
  const fragment = narrowAddress(withoutPlace(narrow), namesOf(store.get())).replace(/^#/, '');
  const isKept = useClientState((state) => typeof state.navigationViews.get(fragment)?.name === 'string');
  const Icon = isKept ? PinOff : Pin;
  return (
    <IconButton
      className="more-button"
      label={t(isKept ? 'view.forget' : 'view.keep')}
      onClick={() => (isKept ? forgetView(fragment) : keepView(fragment, narrowTitle(store.get(), narrow)))}
    >
      <Icon size="1rem" aria-hidden="true" />
    </IconButton>
  );
}
