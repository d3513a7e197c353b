import {
  deactivateRealm,
  removeRealmIcon,
  removeRealmLogo,
  setRealmIcon,
  setRealmLogo,
} from '@stoa/contracts/organization';
import { useState } from 'react';
import { call } from '../../api/client';
import { useClientState } from '../../client/client';
import { useSaving } from '../../client/saving';
import { ts } from '../../strings/settings-strings';
import { isOwnAddress } from '../../ui/own-address';
import { Button } from '../../ui/button';
import { Problem } from '../../ui/problem';
import { ConfirmRequest } from '../settings/confirm-request';
import { PictureButton } from '../settings/crop/picture-button';
import { Block, FormField } from '../settings/parts';
import { SavingMark } from '../settings/setting-row';
import { PROFILE } from './organization-sections';
import { SettingSections, usePower } from './setting-sections';

const UPLOADED = 'U';

interface PictureProps {
  name: 'icon' | 'logo' | 'nightLogo';
  url: string;
  isUploaded: boolean;
  onUpload: (file: File) => Promise<unknown>;
  onRemove: () => Promise<unknown>;
}

/** An icon is square; logos are as wide as they are. */
const ASPECTS: Readonly<Partial<Record<PictureProps['name'], number>>> = { icon: 1 };

/** One of the organization's pictures. */
function Picture({ name, url, isUploaded, onUpload, onRemove }: PictureProps) {
  const power = usePower();
  const [saving, save] = useSaving();
  return (
    <div className="organization-picture" data-name={name}>
      {isOwnAddress(url) && <img src={url} alt="" />}
      <div>
        <h4>{ts(`organization.${name}`)}</h4>
        <p className="setting-hint">{ts(`organization.${name}.hint`)}</p>
        {power !== 'none' && (
          <div className="inline-form">
            <PictureButton
              text={ts('organization.upload')}
              aspect={ASPECTS[name]}
              onFile={(file) => void save(() => onUpload(file))}
            />
            {isUploaded && <Button onClick={() => void save(onRemove)}>{ts('organization.removePicture')}</Button>}
            <SavingMark saving={saving} />
          </div>
        )}
        <Problem text={saving.kind === 'failed' ? saving.text : undefined} />
      </div>
    </div>
  );
}

function Pictures() {
  const organization = useClientState((state) => state.organization);
  return (
    <Block title={ts('organization.pictures')}>
      <Picture
        name="icon"
        url={organization.realm_icon_url}
        isUploaded={organization.realm_icon_source === UPLOADED}
        onUpload={(file) => call(setRealmIcon, {}, { files: [file] })}
        onRemove={() => call(removeRealmIcon, {})}
      />
      <Picture
        name="logo"
        url={organization.realm_logo_url}
        isUploaded={organization.realm_logo_source === UPLOADED}
        onUpload={(file) => call(setRealmLogo, { night: false }, { files: [file] })}
        onRemove={() => call(removeRealmLogo, { night: false })}
      />
      <Picture
        name="nightLogo"
        url={organization.realm_night_logo_url}
        isUploaded={organization.realm_night_logo_source === UPLOADED}
        onUpload={(file) => call(setRealmLogo, { night: true }, { files: [file] })}
        onRemove={() => call(removeRealmLogo, { night: true })}
      />
    </Block>
  );
}

/** In place of days after which the data goes. */
const KEPT = '';
const DELETION_DAYS = [14, 30, 90, 365];

/** Asked with the organization's name, since it ends the work of everybody. */
function DeactivateOrganization({ onClose }: { onClose: () => void }) {
  const name = useClientState((state) => state.organization.realm_name);
  const least = useClientState((state) => state.organization.server_min_deactivated_realm_deletion_days);
  const [typed, setTyped] = useState('');
  const [days, setDays] = useState(KEPT);
  const deletion = days === KEPT ? {} : { deletion_delay_days: Number(days) };
  return (
    <ConfirmRequest
      title={ts('organization.deactivateTitle', { name })}
      action={ts('organization.deactivate')}
      isReady={typed.trim() === name}
      request={() => call(deactivateRealm, deletion)}
      onClose={onClose}
    >
      <p>{ts('organization.deactivateText')}</p>
      <FormField label={ts('organization.data')}>
        <select className="input select" value={days} onChange={(event) => setDays(event.target.value)}>
          <option value={KEPT}>{ts('organization.dataKept')}</option>
          {DELETION_DAYS.filter((choice) => choice >= (least ?? 0)).map((choice) => (
            <option key={choice} value={choice}>
              {ts('organization.dataDeleted', { days: choice })}
            </option>
          ))}
        </select>
      </FormField>
      <FormField label={ts('organization.deactivateName', { name })}>
        <input className="input" data-autofocus value={typed} onChange={(event) => setTyped(event.target.value)} />
      </FormField>
    </ConfirmRequest>
  );
}

function Deactivation() {
  const power = usePower();
  const [isAsked, setAsked] = useState(false);
  if (power !== 'owner') return null;
  return (
    <Block title={ts('organization.end')}>
      <p>{ts('organization.deactivateText')}</p>
      <Button kind="danger" onClick={() => setAsked(true)}>
        {ts('organization.deactivate')}…
      </Button>
      {isAsked && <DeactivateOrganization onClose={() => setAsked(false)} />}
    </Block>
  );
}

/** What the organization is, and how it looks. */
export function OrganizationProfilePage() {
  return (
    <>
      <SettingSections sections={PROFILE} />
      <Pictures />
      <Deactivation />
    </>
  );
}
