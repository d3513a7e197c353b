import { useEffect, useRef } from 'react';
import { EmojiSign } from '../../parts/emoji-sign';
import { t } from '../../strings/strings';
import { Avatar } from '../../ui/avatar';
import type { Suggestion } from './suggestions';
import './typeahead.css';

interface TypeaheadListProps {
  id: string;
  suggestions: readonly Suggestion[];
  position: number;
  onPoint: (position: number) => void;
  onTake: (suggestion: Suggestion) => void;
}

/** What may be meant, over the box: arrows move, Enter and Tab take, Esc closes. */
export function TypeaheadList({ id, suggestions, position, onPoint, onTake }: TypeaheadListProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[position]?.scrollIntoView({ block: 'nearest' });
  }, [position]);
  return (
    <>
      <ul ref={list} id={id} className="typeahead" role="listbox" aria-label={t('typeahead.list')}>
        {suggestions.map((suggestion, index) => (
          <li
            key={suggestion.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === position}
            onPointerMove={() => onPoint(index)}
            // The box keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onTake(suggestion)}
          >
            {suggestion.user && (
              <Avatar
                userId={suggestion.user.user_id}
                name={suggestion.user.full_name}
                url={suggestion.user.avatar_url}
                size={1.375}
              />
            )}
            {suggestion.emoji && (
              <span className="typeahead-emoji">
                <EmojiSign emoji={suggestion.emoji} />
              </span>
            )}
            <bdi className="typeahead-text">{suggestion.text}</bdi>
            {suggestion.detail && <span className="typeahead-detail">{suggestion.detail}</span>}
          </li>
        ))}
      </ul>
      <span className="visually-hidden" role="status">
        {t('typeahead.count', { count: suggestions.length })}
      </span>
    </>
  );
}
