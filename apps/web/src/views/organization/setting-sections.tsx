import { updateRealm } from '@stoa/contracts/organization';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/client';
import { useClient, useClientState } from '../../client/client';
import { useSubmit } from '../../client/submit';
import { changed } from '../../store/apply';
import type { Organization } from '../../store/organization';
import { userOf } from '../../store/users';
import { ts } from '../../strings/settings-strings';
import { Button } from '../../ui/button';
import { Problem } from '../../ui/problem';
import { WhoTheyAre } from '../settings/parts';
import { derivedText } from '../settings/setting-row';
import {
  type OrganizationSetting,
  type SettingName,
  type SettingValue,
  isOffered,
  isSameValue,
  sentValue,
  shownValue,
  storedValue,
} from './organization-fields';
import { OrganizationRow } from './organization-row';
import type { SettingSection } from './organization-sections';

/** How far the user may change the organization. */
export type Power = 'none' | 'administrator' | 'owner';

export function usePower(): Power {
  return useClientState((state) => {
    const own = userOf(state, state.userId);
    if (own.is_owner) return 'owner';
    return own.is_admin ? 'administrator' : 'none';
  });
}

/** Who can change what is shown, said to who cannot. */
export function WhoMay({ isOwners = false }: { isOwners?: boolean }) {
  const power = usePower();
  if (power === 'owner' || (power === 'administrator' && !isOwners)) return null;
  return (
    <p className="settings-note">
      {ts(isOwners ? 'organization.ownersOnly' : 'organization.administratorsOnly')} <WhoTheyAre />
    </p>
  );
}

function mayChange({ isOwners }: OrganizationSetting, power: Power): boolean {
  return power === 'owner' || (power === 'administrator' && !isOwners);
}

type Edits = ReadonlyMap<SettingName, SettingValue>;

/** The organization as it is once the edits are saved. */
function withEdits(organization: Organization, settings: readonly OrganizationSetting[], edits: Edits): Organization {
  const stored = settings.flatMap((setting) => {
    const edit = edits.get(setting.name);
    return edit === undefined ? [] : [[`realm_${setting.name}`, storedValue(setting, edit)] as const];
  });
  return { ...organization, ...Object.fromEntries(stored) };
}

function requestOf(organization: Organization, settings: readonly OrganizationSetting[], edits: Edits): object {
  const sent = settings.flatMap((setting) => {
    const edit = edits.get(setting.name);
    if (edit === undefined) return [];
    return [[setting.name, sentValue(setting, edit, shownValue(setting, organization))] as const];
  });
  return Object.fromEntries(sent);
}

/** Settings as they are being changed: what others change meanwhile shows, but for what was edited here. */
function useEdits(settings: readonly OrganizationSetting[]) {
  const { store } = useClient();
  const organization = useClientState((state) => state.organization);
  const [edits, setEdits] = useState<Edits>(new Map());
  const { isBusy, problem, submit } = useSubmit();
  const edit = (setting: OrganizationSetting, value: SettingValue): void => {
    const next = new Map(edits);
    if (isSameValue(value, shownValue(setting, organization))) next.delete(setting.name);
    else next.set(setting.name, value);
    setEdits(next);
  };
  const save = async (): Promise<void> => {
    const isDone = await submit(() => call(updateRealm, requestOf(store.get().organization, settings, edits)));
    if (!isDone) return;
    store.update((state) =>
      changed(state, (draft) => draft.set('organization', withEdits(state.organization, settings, edits))),
    );
    setEdits(new Map());
  };
  const valueOf = (setting: OrganizationSetting): SettingValue => {
    const edited = edits.get(setting.name);
    return edited === undefined ? shownValue(setting, organization) : edited;
  };
  const discard = (): void => setEdits(new Map());
  return { ...{ edit, save, valueOf, discard, isBusy, problem }, isEdited: edits.size > 0 };
}

function SaveBar({ isBusy, onSave, onDiscard }: { isBusy: boolean; onSave: () => void; onDiscard: () => void }) {
  return (
    <div className="save-bar">
      <Button kind="primary" disabled={isBusy} onClick={onSave}>
        {ts('organization.save')}
      </Button>
      <Button disabled={isBusy} onClick={onDiscard}>
        {ts('organization.discard')}
      </Button>
    </div>
  );
}

/** Settings that are saved together. */
function EditedSection({ title, settings, children }: SettingSection & { children?: ReactNode }) {
  const power = usePower();
  const organization = useClientState((state) => state.organization);
  const shown = settings.filter((setting) => isOffered(setting, organization));
  const { edit, save, valueOf, discard, isBusy, problem, isEdited } = useEdits(settings);
  const heading = derivedText(`organization.section.${title}`) ?? title;
  const isAllOwners = power === 'administrator' && shown.every(({ isOwners }) => isOwners);
  if (shown.length === 0) return null;
  return (
    <section className="settings-section" aria-label={heading}>
      <h3>{heading}</h3>
      {isAllOwners && <WhoMay isOwners />}
      {shown.map((setting) => (
        <OrganizationRow
          key={setting.name}
          setting={setting}
          value={valueOf(setting)}
          isDisabled={isBusy || !mayChange(setting, power)}
          onChange={(value) => edit(setting, value)}
        />
      ))}
      <Problem text={problem} />
      {isEdited && <SaveBar isBusy={isBusy} onSave={() => void save()} onDiscard={discard} />}
      {children}
    </section>
  );
}

interface SettingSectionsProps {
  sections: readonly SettingSection[];
  /** What stands at the end of a section, by its title. */
  ends?: Readonly<Record<string, ReactNode>>;
}

/** Sections of settings of the organization; who may not change them sees them, and who may. */
export function SettingSections({ sections, ends = {} }: SettingSectionsProps) {
  return (
    <>
      <WhoMay />
      {sections.map((section) => (
        <EditedSection key={section.title} {...section}>
          {ends[section.title]}
        </EditedSection>
      ))}
    </>
  );
}
