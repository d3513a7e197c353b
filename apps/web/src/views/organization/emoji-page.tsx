import { addCustomEmoji, removeCustomEmoji } from '@stoa/contracts/organization';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client';
import { useClientState } from '../../client/client';
import { ORGANIZATION_PERMISSIONS } from '../../parts/addresses';
import { WhoHas } from '../../parts/who-has';
import { isIn } from '../../store/groups';
import type { CustomEmoji, State } from '../../store/state';
import { userOf } from '../../store/users';
import { languageInUse } from '../../strings/strings';
import { ts } from '../../strings/settings-strings';
import { Button, IconButton } from '../../ui/button';
import { ConfirmRequest } from '../settings/confirm-request';
import { FormDialog } from '../settings/form-dialog';
import { FilteredList, FormField } from '../settings/parts';
import { FileButton } from '../settings/file-button';
import { nameFromFile, standardName } from './emoji-names';

function mayAdd(state: State): boolean {
  const own = userOf(state, state.userId);
  return !own.is_guest && isIn(state, state.organization.realm_can_add_custom_emoji_group, own.user_id);
}

function AddEmoji({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [file, setFile] = useState<File>();
  // Others are refused by the service, too.
  const mayReplace = useClientState((state) => userOf(state, state.userId).is_admin);
  const replaced = standardName(name);
  const choose = (chosen: File): void => {
    setFile(chosen);
    if (name === '') setName(nameFromFile(chosen.name));
  };
  const send = async (): Promise<unknown> =>
    file && call(addCustomEmoji, { emoji_name: name.trim() }, { files: [file] });
  return (
    <FormDialog
      title={ts('emoji.add')}
      action={ts('list.add')}
      isReady={file !== undefined && name.trim() !== '' && (replaced === undefined || mayReplace)}
      onSubmit={send}
      onClose={onClose}
    >
      <div className="inline-form">
        <FileButton text={ts('emoji.choose')} onFile={choose} />
        <span>{file?.name ?? ts('emoji.noFile')}</span>
      </div>
      <FormField label={ts('emoji.name')} hint={ts('emoji.nameHint')}>
        <input className="input" value={name} onChange={(event) => setName(event.target.value)} />
      </FormField>
      <p role="status" className="setting-hint">
        {replaced !== undefined && ts(mayReplace ? 'emoji.replaces' : 'emoji.mayNotReplace', { name: replaced })}
      </p>
    </FormDialog>
  );
}

interface EmojiRowProps {
  emoji: CustomEmoji;
  onRemove: () => void;
}

function EmojiRow({ emoji, onRemove }: EmojiRowProps) {
  const author = useClientState((state) => emoji.author_id !== null && userOf(state, emoji.author_id).full_name);
  const mayRemove = useClientState((state) => emoji.author_id === state.userId || userOf(state, state.userId).is_admin);
  return (
    <>
      <img className="emoji-picture" src={emoji.source_url} alt="" loading="lazy" />
      <span className="item-text">
        <span>:{emoji.name}:</span>
        {author && <span className="setting-hint">{ts('emoji.by', { author })}</span>}
      </span>
      {mayRemove && (
        <IconButton label={ts('emoji.remove', { name: emoji.name })} onClick={onRemove}>
          <Trash2 size="1rem" aria-hidden="true" />
        </IconButton>
      )}
    </>
  );
}

/** Emoji of the organization's own. */
export function EmojiPage() {
  const all = useClientState((state) => state.emoji);
  const canAdd = useClientState(mayAdd);
  const adders = useClientState((state) => state.organization.realm_can_add_custom_emoji_group);
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<CustomEmoji>();
  const { compare } = new Intl.Collator(languageInUse());
  const shown = [...all.values()].filter(({ deactivated }) => !deactivated).sort((a, b) => compare(a.name, b.name));
  return (
    <>
      <div className="settings-tools">
        <p>
          {ts(canAdd ? 'emoji.about' : 'emoji.notAllowed')}
          {!canAdd && <WhoHas values={[adders]} href={ORGANIZATION_PERMISSIONS} />}
        </p>
        {canAdd && (
          <Button kind="primary" onClick={() => setAdding(true)}>
            <Plus size="1em" aria-hidden="true" /> {ts('emoji.add')}
          </Button>
        )}
      </div>
      <FilteredList
        items={shown}
        textOf={({ name }) => name}
        keyOf={({ id }) => id}
        label={ts('page.emoji')}
        empty={ts('emoji.empty')}
      >
        {(emoji) => <EmojiRow emoji={emoji} onRemove={() => setRemoving(emoji)} />}
      </FilteredList>
      {isAdding && <AddEmoji onClose={() => setAdding(false)} />}
      {removing && (
        <ConfirmRequest
          title={ts('emoji.removeTitle', { name: removing.name })}
          action={ts('list.remove')}
          request={() => call(removeCustomEmoji, { emoji_name: removing.name })}
          onClose={() => setRemoving(undefined)}
        >
          <p>{ts('emoji.removeText')}</p>
        </ConfirmRequest>
      )}
    </>
  );
}
