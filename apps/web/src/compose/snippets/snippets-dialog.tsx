import { type SavedSnippet, createSavedSnippet, deleteSavedSnippet, editSavedSnippet } from '@stoa/contracts/users';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { call } from '../../api/client';
import { act } from '../../client/act';
import { useClientState } from '../../client/client';
import { confirmDone } from '../../client/notices';
import { useSubmit } from '../../client/submit';
import { matchesText } from '../../parts/text-match';
import { languageInUse, t } from '../../strings/strings';
import { tw } from '../../strings/writing-strings';
import { Button, IconButton } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Problem } from '../../ui/problem';
import { useKeptFocus, useRowWalking } from '../../ui/use-row-walking';
import './snippets.css';

const LONGEST_TITLE = 60;

/** What is being written: a new snippet, or one that there is. */
type Draft = Pick<SavedSnippet, 'title' | 'content'> & { readonly id?: number };

function save({ id, title, content }: Draft): Promise<unknown> {
  return id === undefined
    ? call(createSavedSnippet, { title, content })
    : call(editSavedSnippet, { saved_snippet_id: id, title, content });
}

/** Gone at once; the notice brings it back as a new one. */
async function remove({ id, title, content }: SavedSnippet): Promise<void> {
  if (!(await act(() => call(deleteSavedSnippet, { saved_snippet_id: id })))) return;
  confirmDone(tw('snippets.deleted', { title }), {
    text: tw('cards.undo'),
    run: () => void act(() => call(createSavedSnippet, { title, content })),
  });
}

function SnippetForm({ draft, onDone }: { draft: Draft; onDone: () => void }) {
  const [title, setTitle] = useState(draft.title);
  const [content, setContent] = useState(draft.content);
  const { isBusy, problem, submit } = useSubmit();
  const id = useId();
  const isReady = title.trim() !== '' && content.trim() !== '';
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    void submit(() => save({ ...draft, title, content })).then((isDone) => isDone && onDone());
  };
  return (
    <Dialog
      title={tw(draft.id === undefined ? 'snippets.new' : 'snippets.editTitle')}
      onClose={onDone}
      actions={
        <>
          <Button onClick={onDone}>{t('dialog.cancel')}</Button>
          <Button kind="primary" type="submit" form={id} disabled={isBusy || !isReady}>
            {tw('snippets.save')}
          </Button>
        </>
      }
    >
      <form id={id} className="snippet-form" onSubmit={onSubmit}>
        <label className="field">
          <span>{tw('snippets.name')}</span>
          <input
            className="input"
            data-autofocus
            required
            dir="auto"
            maxLength={LONGEST_TITLE}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
        </label>
        <label className="field">
          <span>{tw('snippets.content')}</span>
          <textarea
            className="input"
            required
            dir="auto"
            rows={8}
            value={content}
            onChange={(event) => setContent(event.target.value)}
          />
        </label>
        <Problem text={problem} />
      </form>
    </Dialog>
  );
}

interface RowProps {
  snippet: SavedSnippet;
  onInsert: () => void;
  onEdit: () => void;
}

function Row({ snippet, onInsert, onEdit }: RowProps) {
  const { title, content } = snippet;
  return (
    <li className="snippet" data-row>
      <button type="button" className="snippet-insert" aria-label={tw('snippets.insert', { title })} onClick={onInsert}>
        <bdi>{title}</bdi>
        <span dir="auto">{content}</span>
      </button>
      <IconButton label={tw('snippets.edit', { title })} onClick={onEdit}>
        <Pencil size="1rem" aria-hidden="true" />
      </IconButton>
      <IconButton label={tw('snippets.delete', { title })} onClick={() => void remove(snippet)}>
        <Trash2 size="1rem" aria-hidden="true" />
      </IconButton>
    </li>
  );
}

interface SnippetsDialogProps {
  text: string;
  onInsert: (text: string) => void;
  onClose: () => void;
}

/** Texts that the user keeps for later messages: one goes into the box, and all can be changed here. */
export default function SnippetsDialog({ text, onInsert, onClose }: SnippetsDialogProps) {
  const snippets = useClientState((state) => state.snippets);
  const [query, setQuery] = useState('');
  const [draft, setDraft] = useState<Draft>();
  const chosen = useRef<string>(undefined);
  const list = useRef<HTMLDivElement>(null);
  const { onKeyDown } = useRowWalking(list);
  useKeptFocus(list);
  const collator = new Intl.Collator(languageInUse());
  const rows = [...snippets.values()]
    .filter(({ title, content }) => matchesText(query, `${title} ${content}`))
    .sort((a, b) => collator.compare(a.title, b.title));
  return (
    <Dialog
      title={tw('snippets.title')}
      onClose={onClose}
      onClosed={(event) => {
        if (chosen.current === undefined) return;
        event.preventDefault();
        onInsert(chosen.current);
      }}
      actions={
        <Button onClick={() => setDraft({ title: '', content: text })}>
          <Plus size="1rem" aria-hidden="true" />
          {tw('snippets.new')}
        </Button>
      }
    >
      <div ref={list} className="snippets" onKeyDown={onKeyDown}>
        {snippets.size > 0 && (
          <input
            className="input"
            type="search"
            data-autofocus
            aria-label={tw('snippets.filter')}
            placeholder={tw('snippets.filter')}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        )}
        {rows.length === 0 && <p>{tw(snippets.size === 0 ? 'snippets.empty' : 'snippets.noneFits')}</p>}
        <ul>
          {rows.map((snippet) => (
            <Row
              key={snippet.id}
              snippet={snippet}
              onInsert={() => {
                chosen.current = snippet.content;
                onClose();
              }}
              onEdit={() => setDraft(snippet)}
            />
          ))}
        </ul>
      </div>
      {draft && <SnippetForm draft={draft} onDone={() => setDraft(undefined)} />}
    </Dialog>
  );
}
