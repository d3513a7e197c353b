import { memo, useEffect, useRef, useState } from 'react';
import { EmojiSign } from '../../parts/emoji-sign';
import { t } from '../../strings/strings';
import { Avatar } from '../../ui/avatar';
import type { Suggestion } from './suggestions';
import './typeahead.css';

type Shown = Pick<Suggestion, 'text' | 'detail' | 'user' | 'emoji'>;

/** What a line shows: most lines say the same after a further key, and are not drawn anew. */
const Line = memo(function Line({ text, detail, user, emoji }: Shown) {
  return (
    <>
      {user && <Avatar userId={user.user_id} name={user.full_name} url={user.avatar_url} size={1.375} />}
      {emoji && (
        <span className="typeahead-emoji">
          <EmojiSign emoji={emoji} />
        </span>
      )}
      <bdi className="typeahead-text">{text}</bdi>
      {detail && <span className="typeahead-detail">{detail}</span>}
    </>
  );
});

interface TypeaheadListProps {
  id: string;
  suggestions: readonly Suggestion[];
  position: number;
  onPoint: (position: number) => void;
  onTake: (suggestion: Suggestion) => void;
}

/** More lines than the list has room for: the others are drawn once somebody goes on to them, and not with every key. */
const AT_ONCE = 12;

/** What may be meant, over the box: arrows move, Enter and Tab take, Esc closes. */
export function TypeaheadList({ id, suggestions, position, onPoint, onTake }: TypeaheadListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [scrolled, setScrolled] = useState<readonly Suggestion[]>();
  const drawn = scrolled === suggestions || position >= AT_ONCE ? suggestions : suggestions.slice(0, AT_ONCE);
  useEffect(() => {
    list.current?.children[position]?.scrollIntoView({ block: 'nearest' });
  }, [position]);
  return (
    <>
      <ul
        ref={list}
        id={id}
        className="typeahead"
        role="listbox"
        aria-label={t('typeahead.list')}
        onScroll={() => setScrolled(suggestions)}
      >
        {drawn.map((suggestion, index) => (
          <li
            key={suggestion.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === position}
            aria-posinset={index + 1}
            aria-setsize={suggestions.length}
            onPointerMove={() => onPoint(index)}
            // The box keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onTake(suggestion)}
          >
            <Line text={suggestion.text} detail={suggestion.detail} user={suggestion.user} emoji={suggestion.emoji} />
          </li>
        ))}
      </ul>
      <span className="visually-hidden" role="status">
        {t('typeahead.count', { count: suggestions.length })}
      </span>
    </>
  );
}
