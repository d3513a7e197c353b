import { Menu, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useClientState } from '../../client/client';
import { Brand } from '../../frame/brand';
import { SearchPart } from '../../frame/search-part';
import { useSlice } from '../../store/store';
import { LANGUAGES, languageInUse, t } from '../../strings/strings';
import { Button, IconButton } from '../../ui/button';
import { spectatorIsDark, spectatorLanguage } from './start-spectating';

function Language() {
  const wanted = useSlice(spectatorLanguage, (value) => value);
  return (
    <select
      className="input spectator-language"
      aria-label={t('spectator.language')}
      value={wanted || languageInUse()}
      onChange={({ target }) => spectatorLanguage.set(target.value)}
    >
      {LANGUAGES.map((tag) => (
        <option key={tag} value={tag} lang={tag}>
          {new Intl.DisplayNames(tag, { type: 'language' }).of(tag)}
        </option>
      ))}
    </select>
  );
}

function Theme() {
  const isDark = useSlice(spectatorIsDark, (value) => value);
  const Icon = isDark ? Sun : Moon;
  return (
    <IconButton label={t('spectator.dark')} aria-pressed={isDark} onClick={() => spectatorIsDark.set(!isDark)}>
      <Icon size="1.125rem" aria-hidden="true" />
    </IconButton>
  );
}

interface SpectatorBarProps {
  heading: ReactNode;
  isMenuOpen: boolean;
  onMenu: () => void;
  onSignIn: () => void;
}

/** What is shown, of which organization, and the ways in. */
export function SpectatorBar({ heading, isMenuOpen, onMenu, onSignIn }: SpectatorBarProps) {
  const organization = useClientState((state) => state.organization.realm_name);
  return (
    <header className="top-bar">
      <IconButton className="sidebar-toggle" label={t('frame.menu')} aria-expanded={isMenuOpen} onClick={onMenu}>
        <Menu size="1.25rem" aria-hidden="true" />
      </IconButton>
      <Brand />
      <h1>{heading}</h1>
      <div className="title-tools">
        <bdi className="spectator-organization">{organization}</bdi>
      </div>
      <SearchPart />
      <Language />
      <Theme />
      <Button kind="primary" onClick={onSignIn}>
        {t('spectator.signIn')}
      </Button>
      <a className="button spectator-register" href="/register/">
        {t('spectator.register')}
      </a>
    </header>
  );
}
