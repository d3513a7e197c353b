import { type ReactNode, useState } from 'react';
import type { Fetched } from '../../client/fetched';
import { t } from '../../strings/strings';
import { ts } from '../../strings/settings-strings';
import { Button } from '../../ui/button';

interface FetchedListProps<T> {
  fetched: Fetched<T>;
  onRetry: () => void;
  children: (value: T) => ReactNode;
}

/** A list while it loads, when it could not be loaded, and when it is there. */
export function WhenFetched<T>({ fetched, onRetry, children }: FetchedListProps<T>) {
  if (fetched.kind === 'ready') return children(fetched.value);
  if (fetched.kind === 'loading') {
    return (
      <p className="settings-loading" aria-busy="true">
        {t('app.loading')}
      </p>
    );
  }
  return (
    <p className="field-error" role="alert">
      {fetched.text} <Button onClick={onRetry}>{t('failure.retry')}</Button>
    </p>
  );
}

interface FilteredProps<T> {
  items: readonly T[];
  /** What typed words are looked for in. */
  textOf: (item: T) => string;
  /** Names the field that filters, and so the list. */
  label: string;
  empty: string;
  keyOf: (item: T) => string | number;
  children: (item: T) => ReactNode;
}

/** From so many items on, a field filters them. */
const FILTER_FROM = 6;

/** Items that have all words, in whatever case. */
export function matching<T>(items: readonly T[], textOf: (item: T) => string, wanted: string): readonly T[] {
  const words = wanted.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return items;
  return items.filter((item) => {
    const text = textOf(item).toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** A list of rows, with a field that filters them once there are many. */
export function FilteredList<T>({ items, textOf, label, empty, keyOf, children }: FilteredProps<T>) {
  const [wanted, setWanted] = useState('');
  const found = matching(items, textOf, wanted);
  if (items.length === 0) return <p className="settings-nothing">{empty}</p>;
  return (
    <div className="item-list">
      {items.length >= FILTER_FROM && (
        <input
          type="search"
          className="input"
          aria-label={label}
          placeholder={ts('list.filter')}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
      <ul aria-label={label}>
        {found.map((item) => (
          <li className="item" key={keyOf(item)}>
            {children(item)}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="settings-nothing">{ts('list.nothingFound')}</p>}
    </div>
  );
}

/** A heading, what stands under it, and perhaps a button beside it. */
export function Block({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="settings-section" aria-label={title}>
      <div className="settings-heading">
        <h3>{title}</h3>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Something that is as it is, perhaps with a button that changes it. */
export function Fact({ name, children, action }: { name: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="setting-row">
      <dl className="setting-words fact">
        <dt>{name}</dt>
        <dd>{children}</dd>
      </dl>
      {action}
    </div>
  );
}

/** Leads to administrators and owners, where something is theirs to change. */
export function WhoTheyAre() {
  return <a href="#organization/users">{ts('organization.whoTheyAre')}</a>;
}

interface FormFieldProps {
  label: string;
  hint?: string;
  children: ReactNode;
}

/** A field of a form, below its name. */
export function FormField({ label, hint, children }: FormFieldProps) {
  return (
    <label className="field">
      <span>{label}</span>
      {children}
      {hint && <span className="setting-hint">{hint}</span>}
    </label>
  );
}
