import { Pin, PinOff, X } from 'lucide-react';
import { namesOf, useClient, useClientState } from '../../client/client';
import { narrowAddress } from '../../narrow/address';
import { type Narrow, containerOf, withoutPlace } from '../../narrow/terms';
import { homeAddress } from '../../parts/addresses';
import { forgetView, keepView } from '../../parts/navigation-views';
import { t } from '../../strings/strings';
import { IconButton } from '../../ui/button';
import { narrowTitle } from './narrow-title';

/** Keeps a search or filter in the sidebar under its title, or forgets it. */
function KeepView({ narrow }: { narrow: Narrow }) {
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

/** Leads to the conversation or channel that was searched in, to the home view from everywhere else. */
function LeaveSearch({ narrow }: { narrow: Narrow }) {
  const container = containerOf(narrow);
  const address = useClientState((state) =>
    container ? narrowAddress(container, namesOf(state)) : homeAddress(state),
  );
  const label = t('search.close');
  return (
    <a className="icon-button more-button" href={address} aria-label={label} title={label}>
      <X size="1rem" aria-hidden="true" />
    </a>
  );
}

/** Beside the title of a search or filter. */
export default function SearchTools({ narrow }: { narrow: Narrow }) {
  return (
    <>
      <KeepView narrow={narrow} />
      <LeaveSearch narrow={narrow} />
    </>
  );
}
