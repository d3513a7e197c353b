import {
  type SignInProviderObject,
  listSignInProviders,
  removeSignInProvider,
  testSignInProvider,
} from '@stoa/contracts/organization';
import { Copy, Pencil, Plug, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/client';
import { act } from '../../../client/act';
import { copyText } from '../../../client/copy';
import { useFetched } from '../../../client/fetched';
import { confirmDone } from '../../../client/notices';
import { t } from '../../../strings/strings';
import { ts } from '../../../strings/settings-strings';
import { Button, IconButton } from '../../../ui/button';
import { ConfirmRequest } from '../../settings/confirm-request';
import { Block, FilteredList, WhenFetched } from '../../settings/parts';
import { DirectoryStates } from './directory-states';
import { MethodSwitches } from './method-switches';
import { AddProvider, EditProvider, serviceText } from './provider-form';
import { serviceOf } from './provider-services';

const load = (signal: AbortSignal) => call(listSignInProviders, {}, { signal });

interface RowProps {
  provider: SignInProviderObject;
  onEdit: () => void;
  onRemove: () => void;
}

function ProviderRow({ provider, onEdit, onRemove }: RowProps) {
  const { id, name, display_name, callback_url, metadata_url, accounts } = provider;
  const service = serviceOf(provider);
  const [isTesting, setTesting] = useState(false);
  const test = async (): Promise<void> => {
    setTesting(true);
    const isUsable = await act(() => call(testSignInProvider, { provider_id: id }));
    setTesting(false);
    if (isUsable) confirmDone(ts('signIn.tested', { name: display_name }));
  };
  return (
    <>
      <span className="item-text">
        <span>
          {display_name} <code>{name}</code>
        </span>
        <span className="setting-hint">
          {[...(service ? [serviceText(service)] : []), ts('signIn.accounts', { count: accounts })].join(' · ')}
        </span>
        <span className="setting-hint">
          {ts('signIn.callback')} <code>{callback_url}</code>
        </span>
        {metadata_url !== undefined && (
          <span className="setting-hint">
            {ts('signIn.metadata')} <code>{metadata_url}</code>
          </span>
        )}
      </span>
      <span className="item-actions">
        <IconButton
          label={ts('signIn.copyCallback', { name: display_name })}
          onClick={() => void copyText(callback_url, t('message.copied'))}
        >
          <Copy size="1rem" aria-hidden="true" />
        </IconButton>
        <IconButton label={ts('signIn.test', { name: display_name })} disabled={isTesting} onClick={() => void test()}>
          <Plug size="1rem" aria-hidden="true" />
        </IconButton>
        {service && (
          <IconButton label={ts('list.editNamed', { name: display_name })} onClick={onEdit}>
            <Pencil size="1rem" aria-hidden="true" />
          </IconButton>
        )}
        <IconButton label={ts('list.removeNamed', { name: display_name })} onClick={onRemove}>
          <Trash2 size="1rem" aria-hidden="true" />
        </IconButton>
      </span>
    </>
  );
}

type Open = { kind: 'add' } | { kind: 'edit' | 'remove'; provider: SignInProviderObject };

/** How people get in, which owners decide about (identity.md 2). */
export function SignInPage() {
  const [fetched, again] = useFetched(load);
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const editedService = open?.kind === 'edit' ? serviceOf(open.provider) : undefined;
  return (
    <>
      <MethodSwitches />
      <Block
        title={ts('signIn.providers')}
        action={
          <Button kind="primary" onClick={() => setOpen({ kind: 'add' })}>
            <Plus size="1em" aria-hidden="true" /> {ts('signIn.add')}
          </Button>
        }
      >
        <p className="setting-hint">{ts('signIn.providersAbout')}</p>
        <WhenFetched fetched={fetched} onRetry={again}>
          {({ sign_in_providers: providers }) => (
            <FilteredList
              items={providers}
              textOf={({ name, display_name }) => `${display_name} ${name}`}
              keyOf={({ id }) => id}
              label={ts('signIn.providers')}
              empty={ts('signIn.empty')}
            >
              {(provider) => (
                <ProviderRow
                  provider={provider}
                  onEdit={() => setOpen({ kind: 'edit', provider })}
                  onRemove={() => setOpen({ kind: 'remove', provider })}
                />
              )}
            </FilteredList>
          )}
        </WhenFetched>
      </Block>
      <DirectoryStates />
      {open?.kind === 'add' && <AddProvider onClose={close} onDone={again} />}
      {open?.kind === 'edit' && editedService && (
        <EditProvider provider={open.provider} service={editedService} onClose={close} onDone={again} />
      )}
      {open?.kind === 'remove' && (
        <ConfirmRequest
          title={ts('signIn.removeTitle', { name: open.provider.display_name })}
          action={ts('list.remove')}
          request={() => call(removeSignInProvider, { provider_id: open.provider.id }).then(again)}
          onClose={close}
        >
          <p>{ts('signIn.removeText')}</p>
        </ConfirmRequest>
      )}
    </>
  );
}
