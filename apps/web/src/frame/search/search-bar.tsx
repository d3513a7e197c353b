import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { namesOf, useClient, useClientState } from '../../client/client';
import { goTo, hash } from '../../client/location';
import { narrowAddress, readAddress } from '../../narrow/address';
import { type SearchProblem, operatorToken, readSearch, tokensOf } from '../../narrow/search-text';
import { type Narrow, type Term, withoutPlace } from '../../narrow/terms';
import { operandText, termText } from '../../parts/term-text';
import type { State } from '../../store/state';
import { userOf } from '../../store/users';
import { t } from '../../strings/strings';
import { Avatar } from '../../ui/avatar';
import { IconButton } from '../../ui/button';
import { useListbox } from '../../ui/use-listbox';
import { searchNames } from './search-names';
import { type Suggestion, suggestionsFor, unpilled, withoutLast } from './suggestions';
import './search.css';

function problemText({ kind, text }: SearchProblem): string {
  return t(`search.problem.${kind}`, { text });
}

/** The conditions of the open view, which a search begins with; its words are text. */
function begun(state: State): { pills: Narrow; text: string } {
  const address = readAddress(hash.get(), namesOf(state));
  const narrow = address.kind === 'narrow' ? withoutPlace(address.narrow) : [];
  return {
    pills: narrow.filter(({ operator }) => operator !== 'search'),
    text: narrow.flatMap(({ operator, operand }) => (operator === 'search' ? [String(operand)] : [])).join(' '),
  };
}

interface PillProps {
  term: Term;
  /** It becomes text again. */
  onEdit: () => void;
  onRemove: () => void;
}

/** More pictures than this say less than the names. */
const MOST_PICTURES = 3;

/** People whom a condition names. */
function peopleOf({ operator, operand }: Term): readonly number[] {
  if (typeof operand === 'object') return operand.slice(0, MOST_PICTURES);
  return operator === 'sender' && typeof operand === 'number' ? [operand] : [];
}

function Picture({ userId }: { userId: number }) {
  const { full_name, avatar_url } = useClientState((state) => userOf(state, userId));
  return <Avatar userId={userId} name={full_name} url={avatar_url} size={1} />;
}

function Pill({ term, onEdit, onRemove }: PillProps) {
  const { store } = useClient();
  const state = store.get();
  return (
    <span className="pill">
      <button
        type="button"
        className="pill-text"
        title={t('search.editPill', { text: termText(state, term) })}
        onClick={onEdit}
      >
        <span className="pill-operator">{`${term.negated ? '-' : ''}${term.operator}:`}</span>
        {peopleOf(term).map((userId) => (
          <Picture key={userId} userId={userId} />
        ))}
        <bdi>{operandText(state, term)}</bdi>
      </button>
      <button type="button" aria-label={t('search.removePill', { text: termText(state, term) })} onClick={onRemove}>
        <X size="0.875rem" aria-hidden="true" />
      </button>
    </span>
  );
}

function Line({ suggestion: { text, meaning, isSearch } }: { suggestion: Suggestion }) {
  return (
    <>
      {isSearch && <Search size="1rem" aria-hidden="true" />}
      {!isSearch && <code>{text}</code>}
      <span className="suggestion-meaning">{meaning}</span>
    </>
  );
}

/** What is typed and what stands as pills already. */
function useSearch(onClose: () => void) {
  const { store } = useClient();
  const state = useClientState((current) => current);
  const [{ pills, text }, setSearch] = useState(() => begun(store.get()));
  const [problems, setProblems] = useState<readonly SearchProblem[]>([]);
  const suggestions = useMemo(() => suggestionsFor(state, pills, text), [state, pills, text]);
  const change = (next: { pills?: Narrow; text?: string }): void => {
    setProblems([]);
    setSearch({ pills, text, ...next });
  };
  const run = (): void => {
    const { narrow, problems: found } = readSearch(text, searchNames(store.get()), pills);
    setProblems(found);
    if (found.length > 0 || narrow.length === 0) return;
    goTo(narrowAddress(narrow, namesOf(store.get())));
    onClose();
  };
  const pick = ({ isSearch, term, completion }: Suggestion): void => {
    if (isSearch) run();
    else if (term) change({ pills: [...pills, term], text: withoutLast(text) });
    else change({ text: withoutLast(text) + (completion ?? '') });
  };
  const type = (value: string): void => change(pilled(store.get(), pills, value) ?? { text: value });
  return { pills, text, problems, suggestions, change, pick, type };
}

/** A condition that was typed to its end becomes a pill. */
function pilled(state: State, pills: Narrow, typed: string): { pills: Narrow; text: string } | undefined {
  const token = tokensOf(typed).at(-1);
  if (token === undefined || !/\s$/.test(typed) || !operatorToken(token)?.value) return undefined;
  if (/:"[^"]*$/.test(token)) return undefined;
  const { narrow, problems } = readSearch(token, searchNames(state));
  if (problems.length > 0) return undefined;
  return { pills: [...pills, ...narrow], text: typed.slice(0, typed.trimEnd().length - token.length) };
}

/** The search over the bar: conditions as pills, words as text, below them what could come next (web-details.md E). */
export function SearchBar({ onClose }: { onClose: () => void }) {
  const { store } = useClient();
  const { pills, text, problems, suggestions, change, pick, type } = useSearch(onClose);
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const list = useListbox({
    count: suggestions.length,
    label: t('search.suggestions'),
    of: `${pills.length} ${text}`,
    onPick: (position) => {
      const picked = suggestions[position];
      if (picked) pick(picked);
    },
  });
  useEffect(() => input.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
    } else if (event.key === 'Backspace' && text === '' && pills.length > 0) {
      change({ pills: pills.slice(0, -1) });
    } else if (event.key !== 'Tab' || text !== '') list.inputProps.onKeyDown(event);
  };
  const onBlur = (event: { relatedTarget: EventTarget | null }): void => {
    const { relatedTarget } = event;
    if (!(relatedTarget instanceof Node && box.current?.contains(relatedTarget))) onClose();
  };
  return (
    <div ref={box} className="search-bar" role="search" onBlur={onBlur}>
      <div className="search-field">
        <Search size="1.125rem" aria-hidden="true" />
        {pills.map((term, position) => (
          <Pill
            key={`${term.operator} ${String(term.operand)}`}
            term={term}
            onEdit={() => {
              change(unpilled(store.get(), pills, position, text));
              input.current?.focus();
            }}
            onRemove={() => {
              change({ pills: pills.filter((_, other) => other !== position) });
              input.current?.focus();
            }}
          />
        ))}
        <input
          {...list.inputProps}
          ref={input}
          value={text}
          aria-label={t('search.open')}
          aria-describedby="search-problems"
          placeholder={pills.length === 0 ? t('search.placeholder') : ''}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton label={t('search.close')} onClick={onClose}>
          <X size="1.125rem" aria-hidden="true" />
        </IconButton>
      </div>
      <div className="search-below">
        <p id="search-problems" role="alert" className="field-error">
          {problems.map(problemText).join(' ')}
        </p>
        <ul {...list.listProps} className="suggestions">
          {suggestions.map((suggestion, position) => (
            <li key={suggestion.key} {...list.optionProps(position)}>
              <Line suggestion={suggestion} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
