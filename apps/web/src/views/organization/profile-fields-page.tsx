import { type ProfileFieldObject, deleteProfileField, reorderProfileFields } from '@stoa/contracts/organization';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client';
import { act } from '../../client/act';
import { useClient, useClientState } from '../../client/client';
import { changed } from '../../store/apply';
import { ts } from '../../strings/settings-strings';
import { Button, IconButton } from '../../ui/button';
import { ConfirmRequest } from '../settings/confirm-request';
import { FilteredList } from '../settings/parts';
import { OrderButtons, moved } from '../../parts/order-buttons';
import { ProfileFieldForm } from './profile-field-form';
import { usePower, WhoMay } from './setting-sections';

function useFieldTypeText(): (type: number) => string {
  const types = useClientState((state) => state.organization.custom_profile_field_types);
  return (type) => Object.values(types).find(({ id }) => id === type)?.name ?? String(type);
}

interface RowProps {
  field: ProfileFieldObject;
  index: number;
  count: number;
  onMove: (to: number) => void;
  onEdit: () => void;
  onRemove: () => void;
}

function FieldRow({ field, index, count, onMove, onEdit, onRemove }: RowProps) {
  const mayEdit = usePower() !== 'none';
  const typeText = useFieldTypeText();
  const facts = [
    typeText(field.type),
    field.required && ts('profileFields.required'),
    field.display_in_profile_summary && ts('profileFields.onCard'),
    !field.editable_by_user && ts('profileFields.locked'),
  ];
  return (
    <>
      <span className="item-text">
        <bdi>{field.name}</bdi>
        <span className="setting-hint">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      {mayEdit && (
        <span className="item-actions">
          <OrderButtons name={field.name} index={index} count={count} onMove={onMove} />
          <IconButton label={ts('list.editNamed', { name: field.name })} onClick={onEdit}>
            <Pencil size="1rem" aria-hidden="true" />
          </IconButton>
          <IconButton label={ts('list.removeNamed', { name: field.name })} onClick={onRemove}>
            <Trash2 size="1rem" aria-hidden="true" />
          </IconButton>
        </span>
      )}
    </>
  );
}

function useMove(fields: readonly ProfileFieldObject[]): (from: number, to: number) => void {
  const { store } = useClient();
  const show = (custom_profile_fields: readonly ProfileFieldObject[]): void =>
    store.update((state) =>
      changed(state, (draft) =>
        draft.set('organization', { ...state.organization, custom_profile_fields: [...custom_profile_fields] }),
      ),
    );
  return (from, to) => {
    const next = moved(fields, from, to);
    show(next);
    void act(() => call(reorderProfileFields, { order: next.map(({ id }) => id) }), { undo: () => show(fields) });
  };
}

/** What people may tell of themselves. */
export function ProfileFieldsPage() {
  const fields = useClientState((state) => state.organization.custom_profile_fields);
  const mayEdit = usePower() !== 'none';
  const [edited, setEdited] = useState<ProfileFieldObject | 'new'>();
  const [removing, setRemoving] = useState<ProfileFieldObject>();
  const move = useMove(fields);
  return (
    <>
      <WhoMay />
      <div className="settings-tools">
        <p>{ts('profileFields.about')}</p>
        {mayEdit && (
          <Button kind="primary" onClick={() => setEdited('new')}>
            <Plus size="1em" aria-hidden="true" /> {ts('profileFields.add')}
          </Button>
        )}
      </div>
      <FilteredList
        items={fields}
        textOf={({ name }) => name}
        keyOf={({ id }) => id}
        label={ts('page.profileFields')}
        empty={ts('profileFields.empty')}
      >
        {(field) => (
          <FieldRow
            field={field}
            index={fields.indexOf(field)}
            count={fields.length}
            onMove={(to) => move(fields.indexOf(field), to)}
            onEdit={() => setEdited(field)}
            onRemove={() => setRemoving(field)}
          />
        )}
      </FilteredList>
      {edited && (
        <ProfileFieldForm field={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      {removing && (
        <ConfirmRequest
          title={ts('profileFields.removeTitle', { name: removing.name })}
          action={ts('list.remove')}
          request={() => call(deleteProfileField, { field_id: removing.id })}
          onClose={() => setRemoving(undefined)}
        >
          <p>{ts('profileFields.removeText')}</p>
        </ConfirmRequest>
      )}
    </>
  );
}
