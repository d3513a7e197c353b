import { Search } from 'lucide-react';
import { lazy, useState } from 'react';
import { useCommands } from '../client/commands';
import { t } from '../strings/strings';
import { Awaited } from '../parts/awaited';

const SearchBar = lazy(async () => ({ default: (await import('./search/search-bar')).SearchBar }));

/** Opens the search; until it is loaded nothing moves. */
export function SearchPart() {
  const [isOpen, setOpen] = useState(false);
  useCommands({ search: () => setOpen(true) });
  return (
    <>
      <button
        type="button"
        className="search-button"
        aria-label={t('search.open')}
        onClick={() => setOpen(true)}
        aria-keyshortcuts="/"
      >
        <Search size="1.125rem" aria-hidden="true" />
        <span>{t('search.open')}</span>
        <kbd aria-hidden="true">/</kbd>
      </button>
      {isOpen && (
        <Awaited onDrop={() => setOpen(false)}>
          <SearchBar onClose={() => setOpen(false)} />
        </Awaited>
      )}
    </>
  );
}
