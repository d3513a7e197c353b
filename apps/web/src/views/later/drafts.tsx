import { useRef, useState } from 'react';
import { namesOf, useClient, useClientState } from '../../client/client';
import { confirmDone } from '../../client/notices';
import type { LocalDraft } from '../../compose/draft-merge';
import { draftsOf } from '../../compose/drafts';
import { targetKey, targetOfNarrow } from '../../compose/target';
import { readAddress } from '../../narrow/address';
import { useSlice } from '../../store/store';
import { t } from '../../strings/strings';
import { tw } from '../../strings/writing-strings';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Card, Cards, TextPreview } from './card';
import { draftSections } from './draft-sections';
import { goOnWriting, nameOf } from './go-on-writing';

type Selection = ReadonlySet<string>;

interface DraftCardProps {
  draft: LocalDraft;
  isSelected: boolean;
  onSelect: () => void;
  onOpen: () => void;
  onDelete: () => void;
}

function DraftCard({ draft, isSelected, onSelect, onOpen, onDelete }: DraftCardProps) {
  const name = useClientState((state) => nameOf(state, draft.target));
  return (
    <Card
      name={name}
      at={Math.floor(draft.editedAt / 1000)}
      openLabel={tw('drafts.open', { name })}
      deleteLabel={tw('drafts.delete', { name })}
      start={
        <input type="checkbox" aria-label={tw('drafts.select', { name })} checked={isSelected} onChange={onSelect} />
      }
      onOpen={onOpen}
      onDelete={onDelete}
    >
      <TextPreview text={draft.text} />
    </Card>
  );
}

interface ToolsProps {
  drafts: readonly LocalDraft[];
  selection: Selection;
  onSelect: (ids: Selection) => void;
  onDelete: () => void;
}

function Tools({ drafts, selection, onSelect, onDelete }: ToolsProps) {
  const count = drafts.filter(({ id }) => selection.has(id)).length;
  const isAll = count === drafts.length;
  return (
    <div className="card-tools">
      <label>
        <input
          type="checkbox"
          checked={isAll}
          onChange={() => onSelect(new Set(isAll ? [] : drafts.map(({ id }) => id)))}
        />
        {tw('drafts.selectAll')}
      </label>
      <Button kind="danger" disabled={count === 0} onClick={onDelete}>
        {tw('drafts.deleteSelected', { count })}
      </Button>
    </div>
  );
}

interface DraftsOverlayProps {
  /** The address of the view behind it: its drafts come first. */
  behind: string;
  onClose: () => void;
}

/** What was begun and not sent (web-details.md B). */
export function DraftsOverlay({ behind, onClose }: DraftsOverlayProps) {
  const client = useClient();
  const book = draftsOf(client);
  const drafts = useSlice(book.all, (all) => all);
  const [selection, setSelection] = useState<Selection>(new Set());
  const onClosed = useRef<(event: Event) => void>(undefined);
  const address = readAddress(behind, namesOf(client.store.get()));
  const here = address.kind === 'narrow' ? targetOfNarrow(address.narrow) : undefined;
  const sections = draftSections(drafts, here && targetKey(here));
  const remove = (gone: readonly LocalDraft[]): void => {
    for (const { id } of gone) book.discard(id);
    setSelection(new Set());
    confirmDone(tw('drafts.deleted', { count: gone.length }), {
      text: tw('cards.undo'),
      run: () => gone.forEach((draft) => book.restore(draft)),
    });
  };
  const open = (draft: LocalDraft): void => {
    book.bringForward(draft.id);
    onClosed.current = goOnWriting(client, draft.target);
  };
  const toggle = (id: string): void => {
    const next = new Set(selection);
    if (!next.delete(id)) next.add(id);
    setSelection(next);
  };
  return (
    <Dialog
      title={t('drafts.title')}
      description={tw('drafts.note')}
      onClose={onClose}
      onClosed={(event) => onClosed.current?.(event)}
    >
      {drafts.length === 0 ? (
        <p>{tw('drafts.empty')}</p>
      ) : (
        <Cards>
          <Tools
            drafts={drafts}
            selection={selection}
            onSelect={setSelection}
            onDelete={() => remove(drafts.filter(({ id }) => selection.has(id)))}
          />
          {sections.map((section) => (
            <section key={section.kind} aria-labelledby={`drafts-${section.kind}`}>
              <h3 id={`drafts-${section.kind}`}>{tw(`drafts.${section.kind}`)}</h3>
              <ul>
                {section.drafts.map((draft) => (
                  <DraftCard
                    key={draft.id}
                    draft={draft}
                    isSelected={selection.has(draft.id)}
                    onSelect={() => toggle(draft.id)}
                    onOpen={() => open(draft)}
                    onDelete={() => remove([draft])}
                  />
                ))}
              </ul>
            </section>
          ))}
          <p className="dialog-description">{tw('cards.keys')}</p>
        </Cards>
      )}
    </Dialog>
  );
}
