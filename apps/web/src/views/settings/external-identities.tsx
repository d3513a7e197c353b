import { addExternalIdentity, listExternalIdentities, removeExternalIdentity } from '@stoa/contracts/users';
import { LogIn } from 'lucide-react';
import { useState } from 'react';
import { type AnswerOf, call } from '../../api/client';
import { useFetched } from '../../client/fetched';
import { ts } from '../../strings/settings-strings';
import { languageInUse } from '../../strings/strings';
import { Button } from '../../ui/button';
import { FormDialog } from './form-dialog';
import { Block, WhenFetched } from './parts';
import { ProofField, useOwnProof } from './proof-field';
import { derivedText } from './setting-row';

type Answer = AnswerOf<typeof listExternalIdentities>;
type Identity = Answer['identities'][number];
type Open = { kind: 'add'; provider: Answer['addable'][number] } | { kind: 'remove'; identity: Identity };

const load = (signal: AbortSignal) => call(listExternalIdentities, {}, { signal });

/** Why an account was not added: the way to the provider ends at an address that says so. */
function problemIn(search: string): string | undefined {
  const problem = new URLSearchParams(search).get('identity_problem');
  if (problem === null) return undefined;
  return derivedText(`identities.problem.${problem}`) ?? ts('identities.problem.other');
}

function Row({ identity, onRemove }: { identity: Identity; onRemove: () => void }) {
  const date = new Intl.DateTimeFormat(languageInUse(), { dateStyle: 'medium' });
  const { display_name: provider, date_added: added, last_used: used } = identity;
  return (
    <li className="item">
      <LogIn size="1.25rem" aria-hidden="true" />
      <span className="item-text">
        <bdi>{provider}</bdi>
        <span className="setting-hint">
          {ts('identities.facts', { added: date.format(added * 1000), used: date.format(used * 1000) })}
        </span>
      </span>
      <Button aria-label={ts('identities.removeNamed', { provider })} onClick={onRemove}>
        {ts('identities.remove')}
      </Button>
    </li>
  );
}

interface DialogProps {
  open: Open;
  onClose: () => void;
  onDone: () => void;
}

function Dialog({ open, onClose, onDone }: DialogProps) {
  const proof = useOwnProof();
  const { password } = proof;
  const isAddition = open.kind === 'add';
  const { display_name: provider } = isAddition ? open.provider : open.identity;
  const submit = async (): Promise<void> => {
    if (!isAddition) {
      await call(removeExternalIdentity, { identity_id: open.identity.id, password });
      return onDone();
    }
    const { location: address } = await call(addExternalIdentity, { provider: open.provider.provider, password });
    location.assign(address);
  };
  return (
    <FormDialog
      title={isAddition ? ts('identities.add', { provider }) : ts('identities.removeNamed', { provider })}
      description={isAddition ? ts('identities.addText') : ts('identities.removeText')}
      action={isAddition ? ts('identities.go') : ts('identities.remove')}
      isReady={proof.isReady}
      onSubmit={submit}
      onClose={onClose}
    >
      <ProofField proof={proof} />
    </FormDialog>
  );
}

/** Accounts at identity providers that open the own account (identity.md 3.4); nothing where there are no providers. */
export function ExternalIdentities() {
  const [fetched, again] = useFetched(load);
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const isEmpty = fetched.kind === 'ready' && fetched.value.identities.length + fetched.value.addable.length === 0;
  if (isEmpty) return null;
  return (
    <Block title={ts('identities.title')}>
      <div role="alert" className="field-error">
        {problemIn(location.search)}
      </div>
      <WhenFetched fetched={fetched} onRetry={again}>
        {({ identities, addable }) => (
          <>
            <p className="setting-hint">{identities.length === 0 ? ts('identities.none') : ts('identities.about')}</p>
            <ul className="item-list" aria-label={ts('identities.title')}>
              {identities.map((identity) => (
                <Row key={identity.id} identity={identity} onRemove={() => setOpen({ kind: 'remove', identity })} />
              ))}
            </ul>
            {addable.map((provider) => (
              <Button key={provider.provider} onClick={() => setOpen({ kind: 'add', provider })}>
                {ts('identities.add', { provider: provider.display_name })}
              </Button>
            ))}
          </>
        )}
      </WhenFetched>
      {open && (
        <Dialog
          open={open}
          onClose={close}
          onDone={() => {
            close();
            again();
          }}
        />
      )}
    </Block>
  );
}
