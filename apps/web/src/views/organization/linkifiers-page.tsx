import {
  type LinkifierObject,
  createLinkifier,
  deleteLinkifier,
  reorderLinkifiers,
  updateLinkifier,
} from '@stoa/contracts/organization';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client';
import { act } from '../../client/act';
import { useClient, useClientState } from '../../client/client';
import { changed } from '../../store/apply';
import { ts } from '../../strings/settings-strings';
import { Button, IconButton } from '../../ui/button';
import { ConfirmRequest } from '../settings/confirm-request';
import { FormDialog } from '../settings/form-dialog';
import { FilteredList, FormField } from '../settings/parts';
import { OrderButtons, moved } from '../../parts/order-buttons';
import { usePower, WhoMay } from './setting-sections';

/** What is typed of a linkifier. */
interface Typed {
  pattern: string;
  template: string;
  example: string;
  reverse: string;
  /** An address in each line. */
  alternatives: string;
}

function typedOf(linkifier: LinkifierObject | undefined): Typed {
  return {
    pattern: linkifier?.pattern ?? '',
    template: linkifier?.url_template ?? '',
    example: linkifier?.example_input ?? '',
    reverse: linkifier?.reverse_template ?? '',
    alternatives: (linkifier?.alternative_url_templates ?? []).join('\n'),
  };
}

/** What is sent; what is empty takes away what was there. */
function requestOf({ pattern, template, example, reverse, alternatives }: Typed) {
  return {
    pattern,
    url_template: template,
    example_input: example.trim(),
    reverse_template: reverse.trim(),
    alternative_url_templates: alternatives
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  };
}

interface FieldProps {
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
}

/** Patterns and addresses are no words of a language. */
function Field({ label, hint, value, onChange }: FieldProps) {
  return (
    <FormField label={label} hint={hint}>
      <input className="input" dir="ltr" value={value} onChange={(event) => onChange(event.target.value)} />
    </FormField>
  );
}

/** From addresses back to the texts that stand for them, as clients that paste them do. */
function ReverseFields({ typed, onChange }: { typed: Typed; onChange: (change: Partial<Typed>) => void }) {
  return (
    <>
      <Field
        label={ts('linkifiers.example')}
        hint={ts('linkifiers.exampleHint')}
        value={typed.example}
        onChange={(example) => onChange({ example })}
      />
      <Field
        label={ts('linkifiers.reverse')}
        hint={ts('linkifiers.reverseHint')}
        value={typed.reverse}
        onChange={(reverse) => onChange({ reverse })}
      />
      <FormField label={ts('linkifiers.alternatives')} hint={ts('linkifiers.alternativesHint')}>
        <textarea
          className="input"
          dir="ltr"
          rows={2}
          value={typed.alternatives}
          onChange={(event) => onChange({ alternatives: event.target.value })}
        />
      </FormField>
    </>
  );
}

function LinkifierForm({ linkifier, onClose }: { linkifier?: LinkifierObject; onClose: () => void }) {
  const [typed, setTyped] = useState(() => typedOf(linkifier));
  const change = (part: Partial<Typed>): void => setTyped({ ...typed, ...part });
  const values = requestOf(typed);
  return (
    <FormDialog
      title={ts(linkifier ? 'linkifiers.edit' : 'linkifiers.add')}
      description={ts('linkifiers.formHint')}
      action={ts('form.save')}
      isReady={typed.pattern.trim() !== '' && typed.template.trim() !== ''}
      onSubmit={() =>
        linkifier ? call(updateLinkifier, { filter_id: linkifier.id, ...values }) : call(createLinkifier, values)
      }
      onClose={onClose}
    >
      <Field
        label={ts('linkifiers.pattern')}
        hint="#(?P<id>[0-9]+)"
        value={typed.pattern}
        onChange={(pattern) => change({ pattern })}
      />
      <Field
        label={ts('linkifiers.template')}
        hint="https://tickets.example.com/{id}"
        value={typed.template}
        onChange={(template) => change({ template })}
      />
      <ReverseFields typed={typed} onChange={change} />
    </FormDialog>
  );
}

/** Patterns that become links, in the order in which they are tried. */
export function LinkifiersPage() {
  const { store } = useClient();
  const linkifiers = useClientState((state) => state.organization.realm_linkifiers);
  const mayEdit = usePower() !== 'none';
  const [edited, setEdited] = useState<LinkifierObject | 'new'>();
  const [removing, setRemoving] = useState<LinkifierObject>();
  const show = (realm_linkifiers: readonly LinkifierObject[]): void =>
    store.update((state) =>
      changed(state, (draft) =>
        draft.set('organization', { ...state.organization, realm_linkifiers: [...realm_linkifiers] }),
      ),
    );
  const move = (linkifier: LinkifierObject, to: number): void => {
    const next = moved(linkifiers, linkifiers.indexOf(linkifier), to);
    show(next);
    void act(() => call(reorderLinkifiers, { ordered_linkifier_ids: next.map(({ id }) => id) }), {
      undo: () => show(linkifiers),
    });
  };
  return (
    <>
      <WhoMay />
      <div className="settings-tools">
        <p>{ts('linkifiers.about')}</p>
        {mayEdit && (
          <Button kind="primary" onClick={() => setEdited('new')}>
            <Plus size="1em" aria-hidden="true" /> {ts('linkifiers.add')}
          </Button>
        )}
      </div>
      <FilteredList
        items={linkifiers}
        textOf={({ pattern, url_template }) => `${pattern} ${url_template}`}
        keyOf={({ id }) => id}
        label={ts('page.linkifiers')}
        empty={ts('linkifiers.empty')}
      >
        {(linkifier) => (
          <>
            <span className="item-text" dir="ltr">
              <code>{linkifier.pattern}</code>
              <span className="setting-hint">{linkifier.url_template}</span>
            </span>
            {mayEdit && (
              <span className="item-actions">
                <OrderButtons
                  name={linkifier.pattern}
                  index={linkifiers.indexOf(linkifier)}
                  count={linkifiers.length}
                  onMove={(to) => move(linkifier, to)}
                />
                <IconButton
                  label={ts('list.editNamed', { name: linkifier.pattern })}
                  onClick={() => setEdited(linkifier)}
                >
                  <Pencil size="1rem" aria-hidden="true" />
                </IconButton>
                <IconButton
                  label={ts('list.removeNamed', { name: linkifier.pattern })}
                  onClick={() => setRemoving(linkifier)}
                >
                  <Trash2 size="1rem" aria-hidden="true" />
                </IconButton>
              </span>
            )}
          </>
        )}
      </FilteredList>
      {edited && (
        <LinkifierForm linkifier={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      {removing && (
        <ConfirmRequest
          title={ts('linkifiers.removeTitle')}
          action={ts('list.remove')}
          request={() => call(deleteLinkifier, { filter_id: removing.id })}
          onClose={() => setRemoving(undefined)}
        >
          <p>{ts('linkifiers.removeText')}</p>
        </ConfirmRequest>
      )}
    </>
  );
}
