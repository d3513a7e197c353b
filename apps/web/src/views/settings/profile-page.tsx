import { removeAvatar, setAvatar, updateSettings } from '@stoa/contracts/users';
import { useId } from 'react';
import { call } from '../../api/client';
import { useClient, useClientState } from '../../client/client';
import { useSaving } from '../../client/saving';
import { roleText } from '../../parts/role-text';
import { changed } from '../../store/apply';
import { userOf } from '../../store/users';
import { languageInUse } from '../../strings/strings';
import { ts } from '../../strings/settings-strings';
import { Avatar } from '../../ui/avatar';
import { Button } from '../../ui/button';
import { Problem } from '../../ui/problem';
import { PictureButton } from './crop/picture-button';
import { Block, Fact, WhoTheyAre } from './parts';
import { ProfileFields } from './profile-fields';
import { RowShell, SavingMark, SettingRow, TypedInput } from './setting-row';

const LONGEST_NAME = 100;

function Picture() {
  const own = useClientState((state) => userOf(state, state.userId));
  const source = useClientState((state) => state.own.avatar_source);
  const isLocked = useClientState(
    (state) => state.organization.realm_avatar_changes_disabled && !userOf(state, state.userId).is_admin,
  );
  const most = useClientState((state) => state.organization.max_avatar_file_size_mib);
  const [saving, save] = useSaving();
  const upload = (file: File): void => void save(() => call(setAvatar, {}, { files: [file] }));
  return (
    <div className="profile-picture">
      <Avatar userId={own.user_id} name={own.full_name} url={own.avatar_url} size={6} />
      <div>
        <div className="inline-form">
          <PictureButton text={ts('profile.upload')} isDisabled={isLocked} aspect={1} onFile={upload} />
          {source === 'U' && (
            <Button disabled={isLocked} onClick={() => void save(() => call(removeAvatar, {}))}>
              {ts('profile.removePicture')}
            </Button>
          )}
          <SavingMark saving={saving} />
        </div>
        <p className="setting-hint">
          {isLocked ? ts('profile.pictureLocked') : ts('profile.pictureHint', { most })} {isLocked && <WhoTheyAre />}
        </p>
        <Problem text={saving.kind === 'failed' ? saving.text : undefined} />
      </div>
    </div>
  );
}

function Name() {
  const id = useId();
  const { store } = useClient();
  const name = useClientState((state) => state.own.full_name);
  const isLocked = useClientState(
    (state) => state.organization.realm_name_changes_disabled && !userOf(state, state.userId).is_admin,
  );
  const [saving, save] = useSaving();
  const show = (full_name: string): void =>
    store.update((state) => changed(state, (draft) => draft.set('own', { ...state.own, full_name })));
  const commit = (typed: string): void => {
    const next = typed.trim();
    if (next === '' || next === name) return;
    show(next);
    void save(
      () => call(updateSettings, { full_name: next }),
      () => show(name),
    );
  };
  return (
    <RowShell
      labelId={`${id}-label`}
      controlId={id}
      label={ts('profile.name')}
      hint={
        isLocked && (
          <>
            {ts('profile.nameLocked')} <WhoTheyAre />
          </>
        )
      }
      saving={saving}
      isStacked
    >
      <TypedInput id={id} value={name} maxLength={LONGEST_NAME} isDisabled={isLocked} onCommit={commit} />
    </RowShell>
  );
}

/** Every zone that the browser knows, with its time now. */
function zoneText(zone: string | number): string {
  const now = new Intl.DateTimeFormat(languageInUse(), { timeStyle: 'short', timeZone: String(zone) }).format();
  return `${String(zone).replaceAll('_', ' ')} (${now})`;
}

function TimeZone() {
  const { store } = useClient();
  const zone = useClientState((state) => state.settings.timezone);
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [saving, save] = useSaving();
  const show = (timezone: string): void =>
    store.update((state) => changed(state, (draft) => draft.set('settings', { ...state.settings, timezone })));
  const change = (next: string): void => {
    show(next);
    void save(
      () => call(updateSettings, { timezone: next }),
      () => show(zone),
    );
  };
  const known = Intl.supportedValuesOf('timeZone');
  const values = [...new Set([...(zone === '' ? [''] : [zone]), here, ...known])];
  return (
    <>
      <SettingRow
        field={{
          kind: 'choice',
          name: 'timezone',
          values,
          optionText: (value) => (value === '' ? ts('profile.noZone') : zoneText(value)),
        }}
        value={zone}
        saving={saving}
        onChange={(value) => change(String(value))}
      />
      {zone !== here && (
        <p className="settings-offer">
          {ts('profile.zoneDiffers', { zone: here })}
          <Button onClick={() => change(here)}>{ts('profile.useZone')}</Button>
        </p>
      )}
    </>
  );
}

/** What others see of the user. */
export function ProfilePage() {
  const own = useClientState((state) => userOf(state, state.userId));
  const joined = new Intl.DateTimeFormat(languageInUse(), { dateStyle: 'long' });
  return (
    <>
      <Picture />
      <Block title={ts('profile.basics')}>
        <Name />
        <p>
          <a href={`#user/${own.user_id}`}>{ts('profile.preview')}</a>
        </p>
        <Fact name={ts('profile.role')}>{roleText(own.role)}</Fact>
        <Fact name={ts('profile.joined')}>{joined.format(new Date(own.date_joined))}</Fact>
        <TimeZone />
      </Block>
      <ProfileFields userId={own.user_id} />
    </>
  );
}
