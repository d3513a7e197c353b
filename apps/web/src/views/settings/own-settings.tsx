import { updateSettings, updateSettingsDefaults, type UserSettingName } from '@stoa/contracts/users';
import { call } from '../../api/client';
import { useClient, useClientState } from '../../client/client';
import { type Saving, useSaving } from '../../client/saving';
import { changed } from '../../store/apply';
import type { State } from '../../store/state';
import { ts } from '../../strings/settings-strings';
import { type FieldValue, type Section, hasDefault, personalField } from './fields';
import { derivedText, SettingRow } from './setting-row';

/** Whose settings a page shows: one's own, or those that new accounts start with. */
export type SettingsOwner = 'settings' | 'settingsDefaults';

const ENDPOINTS = { settings: updateSettings, settingsDefaults: updateSettingsDefaults } as const;

function withSetting(state: State, owner: SettingsOwner, name: string, value: FieldValue | undefined): State {
  return changed(state, (draft) => draft.set(owner, { ...state[owner], [name]: value }));
}

interface OwnSetting {
  value: FieldValue | undefined;
  /** Shown at once, saved at once, taken back when the service refuses. */
  change: (value: FieldValue) => void;
  saving: Saving;
}

/** A setting as it is, and how it is changed. */
export function useOwnSetting(name: UserSettingName, owner: SettingsOwner = 'settings'): OwnSetting {
  const { store } = useClient();
  const value = useClientState((state): FieldValue | undefined => Reflect.get(state[owner], name));
  const [saving, save] = useSaving();
  const change = (next: FieldValue): void => {
    store.update((state) => withSetting(state, owner, name, next));
    void save(
      () => call(ENDPOINTS[owner], { [name]: next }),
      () => store.update((state) => withSetting(state, owner, name, value)),
    );
  };
  return { value, change, saving };
}

interface RowProps {
  name: UserSettingName;
  owner?: SettingsOwner;
}

/** A row for one personal setting. */
function OwnSettingRow({ name, owner }: RowProps) {
  const { value, change, saving } = useOwnSetting(name, owner);
  return <SettingRow field={personalField(name)} value={value} onChange={change} saving={saving} />;
}

/** Headings with their settings; of those for new accounts, the ones that the organization has a say in. */
export function OwnSections({ sections, owner }: { sections: readonly Section[]; owner?: SettingsOwner }) {
  return sections.map(({ title, settings }) => (
    <section key={title} className="settings-section" aria-label={derivedText(`section.${title}`)}>
      <h3>{derivedText(`section.${title}`) ?? ts('section.other')}</h3>
      {settings
        .filter((name) => owner !== 'settingsDefaults' || hasDefault(name))
        .map((name) => (
          <OwnSettingRow key={name} name={name} owner={owner} />
        ))}
    </section>
  ));
}
