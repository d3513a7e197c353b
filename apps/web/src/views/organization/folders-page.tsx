import { createChannelFolder, reorderChannelFolders, updateChannelFolder } from '@stoa/contracts/channels';
import { Archive, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client';
import { act } from '../../client/act';
import { useClient, useClientState } from '../../client/client';
import { changed } from '../../store/apply';
import type { ChannelFolder, State } from '../../store/state';
import { ts } from '../../strings/settings-strings';
import { Button, IconButton } from '../../ui/button';
import { ConfirmRequest } from '../settings/confirm-request';
import { FormDialog } from '../settings/form-dialog';
import { FilteredList, FormField } from '../settings/parts';
import { OrderButtons, moved } from '../../parts/order-buttons';
import { usePower, WhoMay } from './setting-sections';

function FolderForm({ folder, onClose }: { folder?: ChannelFolder; onClose: () => void }) {
  const [name, setName] = useState(folder?.name ?? '');
  const [description, setDescription] = useState(folder?.description ?? '');
  const limits = useClientState((state) => state.organization);
  const values = { name: name.trim(), description };
  return (
    <FormDialog
      title={folder ? ts('list.editNamed', { name: folder.name }) : ts('folders.add')}
      action={ts(folder ? 'form.save' : 'form.create')}
      isReady={values.name !== ''}
      onSubmit={() =>
        folder
          ? call(updateChannelFolder, { channel_folder_id: folder.id, ...values })
          : call(createChannelFolder, values)
      }
      onClose={onClose}
    >
      <FormField label={ts('folders.name')}>
        <input
          className="input"
          maxLength={limits.max_channel_folder_name_length}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </FormField>
      <FormField label={ts('folders.description')}>
        <textarea
          className="input"
          rows={3}
          maxLength={limits.max_channel_folder_description_length}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </FormField>
    </FormDialog>
  );
}

/** The folders with the order that the list gives them. */
function inOrder(folders: State['folders'], order: readonly ChannelFolder[]): State['folders'] {
  const places = new Map(order.map(({ id }, index) => [id, index]));
  return new Map([...folders].map(([id, folder]) => [id, { ...folder, order: places.get(id) ?? folder.order }]));
}

function useMove(sorted: readonly ChannelFolder[]): (folder: ChannelFolder, to: number) => void {
  const { store } = useClient();
  const show = (order: readonly ChannelFolder[]): void =>
    store.update((state) => changed(state, (draft) => draft.set('folders', inOrder(state.folders, order))));
  return (folder, to) => {
    const shown = sorted.filter(({ is_archived }) => !is_archived);
    const archived = sorted.filter(({ is_archived }) => is_archived);
    // The service wants all of them: archived ones go last.
    const next = [...moved(shown, shown.indexOf(folder), to), ...archived];
    show(next);
    void act(() => call(reorderChannelFolders, { order: next.map(({ id }) => id) }), { undo: () => show(sorted) });
  };
}

/** Folders that channels are sorted into. */
export function FoldersPage() {
  const folders = useClientState((state) => state.folders);
  const mayEdit = usePower() !== 'none';
  const [edited, setEdited] = useState<ChannelFolder | 'new'>();
  const [archived, setArchived] = useState<ChannelFolder>();
  const sorted = [...folders.values()].sort((a, b) => a.order - b.order);
  const shown = sorted.filter(({ is_archived }) => !is_archived);
  const move = useMove(sorted);
  return (
    <>
      <WhoMay />
      <div className="settings-tools">
        <p>{ts('folders.about')}</p>
        {mayEdit && (
          <Button kind="primary" onClick={() => setEdited('new')}>
            <Plus size="1em" aria-hidden="true" /> {ts('folders.add')}
          </Button>
        )}
      </div>
      <FilteredList
        items={shown}
        textOf={({ name }) => name}
        keyOf={({ id }) => id}
        label={ts('page.folders')}
        empty={ts('folders.empty')}
      >
        {(folder) => (
          <>
            <span className="item-text">
              <bdi>{folder.name}</bdi>
              <span className="setting-hint">{folder.description}</span>
            </span>
            {mayEdit && (
              <span className="item-actions">
                <OrderButtons
                  name={folder.name}
                  index={shown.indexOf(folder)}
                  count={shown.length}
                  onMove={(to) => move(folder, to)}
                />
                <IconButton label={ts('list.editNamed', { name: folder.name })} onClick={() => setEdited(folder)}>
                  <Pencil size="1rem" aria-hidden="true" />
                </IconButton>
                <IconButton label={ts('folders.archive', { name: folder.name })} onClick={() => setArchived(folder)}>
                  <Archive size="1rem" aria-hidden="true" />
                </IconButton>
              </span>
            )}
          </>
        )}
      </FilteredList>
      {edited && <FolderForm folder={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      {archived && (
        <ConfirmRequest
          title={ts('folders.archiveTitle', { name: archived.name })}
          action={ts('folders.archiveAction')}
          request={() => call(updateChannelFolder, { channel_folder_id: archived.id, is_archived: true })}
          onClose={() => setArchived(undefined)}
        >
          <p>{ts('folders.archiveText')}</p>
        </ConfirmRequest>
      )}
    </>
  );
}
