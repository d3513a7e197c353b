import { addRealmDomain, changeRealmDomain, removeRealmDomain, updateRealm } from '@stoa/contracts/organization';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/client';
import { act } from '../../client/act';
import { useClientState } from '../../client/client';
import { useSaving } from '../../client/saving';
import { useSubmit } from '../../client/submit';
import { ts } from '../../strings/settings-strings';
import { Button, IconButton } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Problem } from '../../ui/problem';
import { Block, FilteredList } from '../settings/parts';
import { SettingRow } from '../settings/setting-row';
import { PERMISSIONS } from './organization-sections';
import { SettingSections, usePower, WhoMay } from './setting-sections';

const LONGEST_DOMAIN = 80;

function AddDomain() {
  const [domain, setDomain] = useState('');
  const { isBusy, problem, submit } = useSubmit();
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    // A form in a dialog over a form belongs to the outer one in React's tree.
    event.stopPropagation();
    void submit(() => call(addRealmDomain, { domain: domain.trim(), allow_subdomains: false })).then(
      (isDone) => isDone && setDomain(''),
    );
  };
  return (
    <form className="inline-form" onSubmit={onSubmit}>
      <input
        className="input"
        aria-label={ts('domains.new')}
        placeholder="example.com"
        maxLength={LONGEST_DOMAIN}
        value={domain}
        onChange={(event) => setDomain(event.target.value)}
      />
      <Button kind="primary" type="submit" disabled={isBusy || domain.trim() === ''}>
        {ts('list.add')}
      </Button>
      <Problem text={problem} />
    </form>
  );
}

/** Domains of addresses that may join. */
function DomainsDialog({ onClose }: { onClose: () => void }) {
  const domains = useClientState((state) => state.organization.realm_domains);
  const isOwner = usePower() === 'owner';
  return (
    <Dialog title={ts('domains.title')} description={ts('domains.about')} size="small" onClose={onClose}>
      {isOwner ? <AddDomain /> : <WhoMay isOwners />}
      <FilteredList
        items={domains}
        textOf={({ domain }) => domain}
        keyOf={({ domain }) => domain}
        label={ts('domains.title')}
        empty={ts('domains.empty')}
      >
        {({ domain, allow_subdomains }) => (
          <>
            <bdi className="item-text">{domain}</bdi>
            <label className="check-row">
              <input
                type="checkbox"
                className="check"
                disabled={!isOwner}
                checked={allow_subdomains}
                onChange={(event) =>
                  void act(() => call(changeRealmDomain, { domain, allow_subdomains: event.target.checked }))
                }
              />
              {ts('domains.subdomains')}
            </label>
            {isOwner && (
              <IconButton
                label={ts('domains.remove', { domain })}
                onClick={() => void act(() => call(removeRealmDomain, { domain }))}
              >
                <Trash2 size="1rem" aria-hidden="true" />
              </IconButton>
            )}
          </>
        )}
      </FilteredList>
    </Dialog>
  );
}

function Domains() {
  const [isOpen, setOpen] = useState(false);
  const count = useClientState((state) => state.organization.realm_domains.length);
  return (
    <div className="inline-form">
      <Button onClick={() => setOpen(true)}>{ts('domains.open', { count })}</Button>
      {isOpen && <DomainsDialog onClose={() => setOpen(false)} />}
    </div>
  );
}

function AuthenticationMethod({ name, isOn }: { name: string; isOn: boolean }) {
  const isOwner = usePower() === 'owner';
  const [saving, save] = useSaving();
  return (
    <SettingRow
      field={{ kind: 'switch', name: `authentication.${name}` }}
      label={name}
      value={isOn}
      isDisabled={!isOwner}
      saving={saving}
      onChange={(next) => void save(() => call(updateRealm, { authentication_methods: { [name]: next === true } }))}
    />
  );
}

/** Ways to sign in that the server has. */
function AuthenticationMethods() {
  const methods = useClientState((state) => state.organization.realm_authentication_methods);
  const power = usePower();
  return (
    <Block title={ts('organization.authentication')}>
      {power === 'administrator' && <WhoMay isOwners />}
      {Object.entries(methods).map(([name, { enabled }]) => (
        <AuthenticationMethod key={name} name={name} isOn={enabled} />
      ))}
    </Block>
  );
}

/** Who may do what, and who may come in. */
export function PermissionsPage() {
  return (
    <>
      <SettingSections sections={PERMISSIONS} ends={{ joining: <Domains /> }} />
      <AuthenticationMethods />
    </>
  );
}
