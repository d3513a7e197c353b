import { createChannel } from '@stoa/contracts/channels';
import type { GroupSettingValue } from '@stoa/contracts/users';
import { CHANNEL_PERMISSION_SETTINGS, type ChannelPermissionSetting } from '@stoa/policy';
import { ChevronLeft } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/client';
import { useClient, useClientState } from '../../client/client';
import { goTo } from '../../client/location';
import { useSubmit } from '../../client/submit';
import { channelFeedAddress } from '../../parts/addresses';
import { type Privacy, privaciesToMake, privacyFields } from '../../store/channel-permissions';
import { tc } from '../../strings/channels-strings';
import { t } from '../../strings/strings';
import { Button } from '../../ui/button';
import { Problem } from '../../ui/problem';
import { GroupSettingPicker } from '../settings/group-setting-field';
import { FormField } from '../settings/parts';
import { FolderSelect } from './folder-select';
import { channelCame, defaultValue, nameProblem } from './new-channel';
import { PeopleToAdd, usersOfPills } from './people-to-add';
import { PERMISSION_SECTIONS } from './permission-sections';
import { PrivacyChoice } from './privacy-choice';

type Permissions = Partial<Record<ChannelPermissionSetting, GroupSettingValue>>;

/** What a new channel will be. */
interface Plan {
  readonly name: string;
  readonly description: string;
  readonly privacy: Privacy;
  readonly folderId: number | null;
  readonly isAnnounced: boolean;
  /** Pills of those to subscribe. */
  readonly keys: readonly string[];
  readonly permissions: Permissions;
}

interface PartProps {
  plan: Plan;
  onChange: (change: Partial<Plan>) => void;
}

const NAME_PROBLEMS = { taken: 'create.taken', archived: 'create.takenArchived' } as const;

function NameAndText({ plan, onChange }: PartProps) {
  const organization = useClientState((state) => state.organization);
  const problem = useClientState((state) => nameProblem(state, plan.name));
  return (
    <>
      <FormField label={tc('channel.name')}>
        <input
          className="input"
          data-autofocus
          autoFocus
          required
          dir="auto"
          maxLength={organization.max_stream_name_length}
          value={plan.name}
          aria-invalid={problem !== undefined}
          aria-describedby="channel-name-problem"
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </FormField>
      <p id="channel-name-problem" role="status" className="field-error">
        {problem && tc(NAME_PROBLEMS[problem])}
      </p>
      <FormField label={tc('channel.description')}>
        <textarea
          className="input"
          rows={2}
          dir="auto"
          maxLength={organization.max_stream_description_length}
          value={plan.description}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </FormField>
    </>
  );
}

function PlaceAndPrivacy({ plan, onChange }: PartProps) {
  const hasFolders = useClientState((state) => state.folders.size > 0);
  const canAnnounce = useClientState((state) => state.organization.realm_new_stream_announcements_stream_id !== -1);
  return (
    <>
      <fieldset className="choices">
        <legend>{tc('channel.privacy')}</legend>
        <PrivacyChoice value={plan.privacy} onChange={(privacy) => onChange({ privacy })} />
      </fieldset>
      {hasFolders && (
        <FormField label={tc('channel.folder')}>
          <FolderSelect value={plan.folderId} onChange={(folderId) => onChange({ folderId })} />
        </FormField>
      )}
      {canAnnounce && !plan.privacy.startsWith('private') && (
        <label className="check-row">
          <input
            type="checkbox"
            className="check"
            checked={plan.isAnnounced}
            onChange={(event) => onChange({ isAnnounced: event.target.checked })}
          />
          {tc('create.announce')}
        </label>
      )}
    </>
  );
}

function Advanced({ plan, onChange }: PartProps) {
  const state = useClientState((whole) => whole);
  return (
    <details className="create-permissions">
      <summary>{tc('create.permissions')}</summary>
      {PERMISSION_SECTIONS.flatMap(({ settings }) => settings).map((name) => (
        <div className="field" key={name}>
          <span>{tc(`permission.${name}`)}</span>
          <GroupSettingPicker
            label={tc(`permission.${name}`)}
            value={plan.permissions[name] ?? defaultValue(state, name)}
            setting={CHANNEL_PERMISSION_SETTINGS[name]}
            onChange={(value) => onChange({ permissions: { ...plan.permissions, [name]: value } })}
          />
        </div>
      ))}
    </details>
  );
}

interface CreateChannelProps {
  folderId?: number;
  onClose: () => void;
}

/** Makes a channel, and leads there. */
export function CreateChannel({ folderId, onClose }: CreateChannelProps) {
  const client = useClient();
  const { store } = client;
  const [plan, setPlan] = useState<Plan>(() => {
    const state = store.get();
    const privacies = privaciesToMake(state);
    return {
      ...{ name: '', description: '', permissions: {}, isAnnounced: false },
      privacy: privacies.includes('public') ? 'public' : (privacies[0] ?? 'private-shared'),
      folderId: folderId ?? null,
      keys: [`user ${state.userId}`],
    };
  });
  const { isBusy, problem, submit } = useSubmit();
  const isTaken = useClientState((state) => nameProblem(state, plan.name) !== undefined);
  const create = async (): Promise<void> => {
    const { id } = await call(createChannel, {
      name: plan.name.trim(),
      description: plan.description,
      subscribers: [...usersOfPills(store.get(), plan.keys)],
      announce: plan.isAnnounced && !plan.privacy.startsWith('private'),
      ...privacyFields(plan.privacy),
      ...(plan.folderId === null ? {} : { folder_id: plan.folderId }),
      ...plan.permissions,
    });
    goTo((await channelCame(client, id)) ? channelFeedAddress(store.get(), id) : '#channels/all');
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void submit(create);
  };
  const onChange = (change: Partial<Plan>): void => setPlan({ ...plan, ...change });
  return (
    <div className="settings-page">
      <h2>
        <a className="settings-back icon-button" href="#channels" aria-label={tc('channels.back')}>
          <ChevronLeft size="1.25rem" aria-hidden="true" />
        </a>
        {tc('channels.create')}
      </h2>
      <form className="settings-body settings-form" onSubmit={onSubmit}>
        <NameAndText plan={plan} onChange={onChange} />
        <PlaceAndPrivacy plan={plan} onChange={onChange} />
        <div className="field">
          <span>{tc('create.subscribers')}</span>
          <PeopleToAdd label={tc('create.subscribers')} keys={plan.keys} onChange={(keys) => onChange({ keys })} />
        </div>
        <Advanced plan={plan} onChange={onChange} />
        <Problem text={problem} />
        <div className="item-actions">
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button kind="primary" type="submit" disabled={isBusy || isTaken || plan.name.trim() === ''}>
            {tc('create.submit')}
          </Button>
        </div>
      </form>
    </div>
  );
}
