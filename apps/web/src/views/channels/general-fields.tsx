import { updateChannel } from '@stoa/contracts/channels';
import { type ReactNode, useId } from 'react';
import { call } from '../../api/client';
import { useClientState } from '../../client/client';
import { useSaving } from '../../client/saving';
import { ORGANIZATION_PERMISSIONS } from '../../parts/addresses';
import { WhoHas } from '../../parts/who-has';
import type { Channel } from '../../store/state';
import { tc } from '../../strings/channels-strings';
import { RowShell } from '../settings/setting-row';
import { FolderSelect } from './folder-select';

const TOPICS_POLICIES = ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'] as const;

interface FieldProps {
  channel: Channel;
  isDisabled: boolean;
}

interface RowProps {
  channel: Channel;
  label: string;
  hint?: ReactNode;
  children: (row: RowTools) => ReactNode;
}

function Row({ channel, label, hint, children }: RowProps) {
  const id = useId();
  const [saving, save] = useSaving();
  const change: RowTools['change'] = (fields) =>
    void save(() => call(updateChannel, { stream_id: channel.stream_id, ...fields }));
  return (
    <RowShell labelId={`${id}-label`} controlId={id} label={label} hint={hint} saving={saving}>
      {children({ id, change })}
    </RowShell>
  );
}

interface RowTools {
  id: string;
  change: (fields: { folder_id?: number | null; topics_policy?: string; is_default_stream?: boolean }) => void;
}

export function FolderField({ channel, isDisabled }: FieldProps) {
  const hasFolders = useClientState((state) => state.folders.size > 0);
  if (!hasFolders) return null;
  return (
    <Row channel={channel} label={tc('channel.folder')}>
      {({ id, change }) => (
        <FolderSelect
          id={id}
          isDisabled={isDisabled}
          value={channel.folder_id}
          onChange={(folder_id) => change({ folder_id })}
        />
      )}
    </Row>
  );
}

/** The organization keeps this for some of those who may change the channel otherwise. */
function WhoSetsTopics() {
  const setters = useClientState((state) => state.organization.realm_can_set_topics_policy_group);
  return (
    <>
      {tc('channel.topicsNotAllowed')}
      <WhoHas values={[setters]} withAdministrators href={ORGANIZATION_PERMISSIONS} />
    </>
  );
}

export function TopicsPolicyField({ channel, isDisabled, isAdministered }: FieldProps & { isAdministered: boolean }) {
  const emptyName = useClientState((state) => state.organization.realm_empty_topic_display_name);
  return (
    <Row
      channel={channel}
      label={tc('topicsPolicy.title')}
      hint={isDisabled && isAdministered ? <WhoSetsTopics /> : undefined}
    >
      {({ id, change }) => (
        <select
          id={id}
          className="input select"
          disabled={isDisabled}
          value={channel.topics_policy}
          onChange={(event) => change({ topics_policy: event.target.value })}
        >
          {TOPICS_POLICIES.map((policy) => (
            <option key={policy} value={policy}>
              {tc(`topicsPolicy.${policy}`, { topic: emptyName })}
            </option>
          ))}
        </select>
      )}
    </Row>
  );
}

/** Whether new accounts are subscribed. */
export function DefaultSwitch({ channel }: { channel: Channel }) {
  const isDefault = useClientState((state) => state.defaultChannels.has(channel.stream_id));
  return (
    <Row channel={channel} label={tc('channel.default')}>
      {({ id, change }) => (
        <input
          id={id}
          type="checkbox"
          className="switch"
          checked={isDefault}
          onChange={(event) => change({ is_default_stream: event.target.checked })}
        />
      )}
    </Row>
  );
}
