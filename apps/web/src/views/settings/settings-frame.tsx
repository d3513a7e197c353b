import { ChevronLeft, Search } from 'lucide-react';
import { type ComponentType, useId, useState } from 'react';
import { useConnectionLost } from '../../client/connection-lost';
import { useClientState } from '../../client/client';
import type { State } from '../../store/state';
import { type SettingsKey, ts } from '../../strings/settings-strings';
import { Dialog } from '../../ui/dialog';
import { pageAt, pagesFor } from './find-page';
import './settings.css';

export interface SettingsPage {
  /** The part of the address after `#settings/` or `#organization/`. */
  readonly path: string;
  /** Older addresses of it. */
  readonly aliases?: readonly string[];
  readonly title: SettingsKey;
  /** Names of settings that searching for finds the page. */
  readonly settings?: readonly string[];
  /** Otherwise everybody sees it. */
  readonly isFor?: (state: State) => boolean;
  readonly Body: ComponentType<PageProps>;
}

export interface PageProps {
  /** The parts of the address after the page's own. */
  readonly rest: readonly string[];
}

/** Whose settings: one's own, or the organization's. */
type Base = 'settings' | 'organization';

interface SettingsFrameProps {
  base: Base;
  pages: readonly SettingsPage[];
  path: readonly string[];
  onClose: () => void;
}

const BASES: readonly Base[] = ['settings', 'organization'];

interface PageListProps {
  base: Base;
  pages: readonly SettingsPage[];
  current: SettingsPage | undefined;
}

function PageList({ base, pages, current }: PageListProps) {
  const [wanted, setWanted] = useState('');
  const searchId = useId();
  const found = pagesFor(pages, wanted);
  return (
    <div className="settings-list">
      <nav className="settings-tabs" aria-label={ts('settings.kinds')}>
        {BASES.map((kind) => (
          <a key={kind} href={`#${kind}`} aria-current={kind === base ? 'true' : undefined}>
            {ts(`settings.kind.${kind}`)}
          </a>
        ))}
      </nav>
      <div className="settings-search">
        <Search size="1em" aria-hidden="true" />
        <input
          id={searchId}
          type="search"
          className="input"
          aria-label={ts('settings.search')}
          placeholder={ts('settings.search')}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      </div>
      <nav aria-label={ts('settings.pages')}>
        <ul>
          {found.map((page) => (
            <li key={page.path}>
              <a href={`#${base}/${page.path}`} aria-current={page === current ? 'page' : undefined}>
                {ts(page.title)}
              </a>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className="settings-nothing">{ts('settings.nothingFound')}</p>}
      </nav>
    </div>
  );
}

/** The overlay of settings: a list of pages, and the page of the address. On small screens one of the two. */
export function SettingsFrame({ base, pages, path, onClose }: SettingsFrameProps) {
  const mask = useClientState((state) => pages.map(({ isFor }) => (isFor?.(state) === false ? '0' : '1')).join(''));
  const shown = pages.filter((_page, index) => mask[index] === '1');
  const [name, ...rest] = path;
  const named = pageAt(shown, name);
  const current = named ?? shown[0];
  const isLost = useConnectionLost();
  return (
    <Dialog
      title={ts(base === 'settings' ? 'settings.personalTitle' : 'settings.organizationTitle')}
      size="page"
      onClose={onClose}
    >
      <div className="settings" data-page={named ? true : undefined}>
        <PageList base={base} pages={shown} current={current} />
        {current && (
          <div className="settings-page" key={current.path}>
            <h2>
              <a className="settings-back icon-button" href={`#${base}`} aria-label={ts('settings.back')}>
                <ChevronLeft size="1.25rem" aria-hidden="true" />
              </a>
              {ts(current.title)}
            </h2>
            {isLost && (
              <p className="settings-lost" role="status">
                {ts('settings.offline')}
              </p>
            )}
            <fieldset className="settings-body" disabled={isLost}>
              <current.Body rest={rest} />
            </fieldset>
          </div>
        )}
      </div>
    </Dialog>
  );
}
