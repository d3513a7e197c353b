import { type PlaygroundObject, createPlayground, deletePlayground } from '@stoa/contracts/organization';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client';
import { useClientState } from '../../client/client';
import { ts } from '../../strings/settings-strings';
import { Button, IconButton } from '../../ui/button';
import { ConfirmRequest } from '../settings/confirm-request';
import { FormDialog } from '../settings/form-dialog';
import { FilteredList, FormField } from '../settings/parts';
import { usePower, WhoMay } from './setting-sections';

const LONGEST_LANGUAGE = 40;

function PlaygroundForm({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [language, setLanguage] = useState('');
  const [template, setTemplate] = useState('');
  const values = { name, pygments_language: language, url_template: template };
  return (
    <FormDialog
      title={ts('playgrounds.add')}
      action={ts('list.add')}
      isReady={Object.values(values).every((value) => value.trim() !== '')}
      onSubmit={() => call(createPlayground, values)}
      onClose={onClose}
    >
      <FormField label={ts('playgrounds.language')} hint={ts('playgrounds.languageHint')}>
        <input
          className="input"
          maxLength={LONGEST_LANGUAGE}
          value={language}
          onChange={(event) => setLanguage(event.target.value)}
        />
      </FormField>
      <FormField label={ts('playgrounds.name')}>
        <input className="input" value={name} onChange={(event) => setName(event.target.value)} />
      </FormField>
      <FormField label={ts('playgrounds.template')} hint="https://play.example.com/?code={code}">
        <input className="input" dir="ltr" value={template} onChange={(event) => setTemplate(event.target.value)} />
      </FormField>
    </FormDialog>
  );
}

/** Where code of a language can be tried out. */
export function PlaygroundsPage() {
  const playgrounds = useClientState((state) => state.organization.realm_playgrounds);
  const mayEdit = usePower() !== 'none';
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<PlaygroundObject>();
  return (
    <>
      <WhoMay />
      <div className="settings-tools">
        <p>{ts('playgrounds.about')}</p>
        {mayEdit && (
          <Button kind="primary" onClick={() => setAdding(true)}>
            <Plus size="1em" aria-hidden="true" /> {ts('playgrounds.add')}
          </Button>
        )}
      </div>
      <FilteredList
        items={playgrounds}
        textOf={({ name, pygments_language }) => `${name} ${pygments_language}`}
        keyOf={({ id }) => id}
        label={ts('page.playgrounds')}
        empty={ts('playgrounds.empty')}
      >
        {(playground) => (
          <>
            <span className="item-text">
              <bdi>{playground.name}</bdi>
              <span className="setting-hint">
                {playground.pygments_language} · {playground.url_template}
              </span>
            </span>
            {mayEdit && (
              <IconButton
                label={ts('list.removeNamed', { name: playground.name })}
                onClick={() => setRemoving(playground)}
              >
                <Trash2 size="1rem" aria-hidden="true" />
              </IconButton>
            )}
          </>
        )}
      </FilteredList>
      {isAdding && <PlaygroundForm onClose={() => setAdding(false)} />}
      {removing && (
        <ConfirmRequest
          title={ts('playgrounds.removeTitle', { name: removing.name })}
          action={ts('list.remove')}
          request={() => call(deletePlayground, { playground_id: removing.id })}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  );
}
