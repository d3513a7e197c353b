import { Trash2 } from 'lucide-react';
import { type FormEvent, useEffect, useId, useMemo, useState } from 'react';
import { useClientState } from '../../client/client';
import {
  type KnownOrganization,
  addressOfOther,
  hostOf,
  knownOrganizations,
  originOf,
  ownOrganization,
  withOrganization,
} from '../../client/known-organizations';
import { useSlice } from '../../store/store';
import { ts } from '../../strings/settings-strings';
import { Button, IconButton } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormField } from '../settings/parts';
import '../settings/settings.css';
import './organizations.css';

/** Another organization: the way there, and the way out of the list. */
function OrganizationLine({ organization, from }: { organization: KnownOrganization; from: KnownOrganization }) {
  const { origin, name } = organization;
  return (
    <li className="item">
      <a className="organization-link" href={addressOfOther(organization, from)}>
        <bdi>{name}</bdi>
        <span>{hostOf(origin)}</span>
      </a>
      <IconButton
        label={ts('organizations.remove', { name })}
        onClick={() => knownOrganizations.update((known) => known.filter((one) => one.origin !== origin))}
      >
        <Trash2 size="1rem" aria-hidden="true" />
      </IconButton>
    </li>
  );
}

/** Adds one by its address; what another organization said of itself stands there already. */
function AddForm({ proposed }: { proposed: KnownOrganization | undefined }) {
  const id = useId();
  const [address, setAddress] = useState(proposed?.origin ?? '');
  const [name, setName] = useState(proposed?.name ?? '');
  const [isRefused, setRefused] = useState(false);
  const add = (event: FormEvent): void => {
    event.preventDefault();
    const origin = originOf(address, location.origin);
    setRefused(origin === undefined);
    if (origin === undefined) return;
    knownOrganizations.update((known) => withOrganization(known, origin, name));
    setAddress('');
    setName('');
  };
  return (
    <form className="settings-form" aria-label={ts('organizations.add')} onSubmit={add}>
      {proposed && <p>{ts('organizations.proposed', { host: hostOf(proposed.origin) })}</p>}
      <FormField label={ts('organizations.address')} hint={ts('organizations.addressHint')}>
        <input
          className="input"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={isRefused}
          aria-describedby={isRefused ? id : undefined}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
      </FormField>
      {isRefused && (
        <p id={id} className="field-error" role="alert">
          {ts('organizations.invalid')}
        </p>
      )}
      <FormField label={ts('organizations.name')}>
        <input className="input" value={name} onChange={({ target }) => setName(target.value)} />
      </FormField>
      <Button type="submit" kind="primary" disabled={address.trim() === ''}>
        {ts('organizations.add')}
      </Button>
    </form>
  );
}

/** Who one comes from, if the address says it: `from/ORIGIN/NAME`. */
function proposedBy([word, origin = '', name = '']: readonly string[]): KnownOrganization | undefined {
  const known = word === 'from' ? originOf(origin, location.origin) : undefined;
  return known === undefined ? undefined : { origin: known, name };
}

interface OrganizationsOverlayProps {
  path: readonly string[];
  onClose: () => void;
}

/** The organizations that somebody uses in this browser, and the ways between them (web.md 6). */
export function OrganizationsOverlay(props: OrganizationsOverlayProps) {
  return <Organizations key={props.path.join('/')} {...props} />;
}

function Organizations({ path, onClose }: OrganizationsOverlayProps) {
  const known = useSlice(knownOrganizations, (value) => value);
  const organization = useClientState((state) => state.organization);
  const here = useMemo(() => ownOrganization({ organization }), [organization]);
  const [proposed] = useState(() => proposedBy(path));
  // Whoever comes from where the way back is known wants nothing here.
  const [isNeedless] = useState(() => known.some(({ origin }) => origin === proposed?.origin));
  useEffect(() => {
    if (isNeedless) onClose();
  }, [isNeedless, onClose]);
  if (isNeedless) return null;
  return (
    <Dialog title={ts('organizations.title')} size="small" onClose={onClose}>
      <div className="item-list">
        <ul aria-label={ts('organizations.title')}>
          <li className="item">
            <span className="organization-link" aria-current="true">
              <bdi>{here.name}</bdi>
              <span>{ts('organizations.here', { host: location.host })}</span>
            </span>
          </li>
          {known.map((other) => (
            <OrganizationLine key={other.origin} organization={other} from={here} />
          ))}
        </ul>
      </div>
      <AddForm proposed={proposed} />
      <p className="setting-hint">{ts('organizations.explanation')}</p>
    </Dialog>
  );
}
