import { archiveChannel, updateChannel } from '@stoa/contracts/channels';
import { useId, useState } from 'react';
import { type RequestTo, call } from '../../api/client';
import { useClientState } from '../../client/client';
import { useSaving } from '../../client/saving';
import { useSubmit } from '../../client/submit';
import {
  type Privacy,
  channelPermissions,
  isNarrower,
  privacyFields,
  privacyOf,
} from '../../store/channel-permissions';
import type { Channel } from '../../store/state';
import { userOf } from '../../store/users';
import { tc } from '../../strings/channels-strings';
import { languageInUse } from '../../strings/strings';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/confirm';
import { Problem } from '../../ui/problem';
import { Block, Fact } from '../settings/parts';
import { RowShell, SavingMark, TypedInput } from '../settings/setting-row';
import { ChannelAddressDialog } from './channel-address-dialog';
import { DefaultSwitch, FolderField, TopicsPolicyField } from './general-fields';
import { PrivacyChoice } from './privacy-choice';
import { WhoAdministers } from './who-administers';

type Change = Omit<RequestTo<typeof updateChannel>, 'stream_id'>;

/** Saves changes of a channel; the event that follows shows them. */
function useChannelSaving({ stream_id }: Channel) {
  const [saving, save] = useSaving();
  return [saving, (change: Change) => save(() => call(updateChannel, { stream_id, ...change }))] as const;
}

interface TextFieldProps {
  channel: Channel;
  name: 'name' | 'description';
  maxLength: number;
  isDisabled: boolean;
}

function TextField({ channel, name, maxLength, isDisabled }: TextFieldProps) {
  const id = useId();
  const [saving, save] = useChannelSaving(channel);
  const commit = (text: string): void => {
    void save(name === 'name' ? { new_name: text.trim() } : { description: text });
  };
  return (
    <RowShell labelId={`${id}-label`} controlId={id} label={tc(`channel.${name}`)} saving={saving} isStacked>
      <TypedInput
        id={id}
        isDisabled={isDisabled}
        isLong={name === 'description'}
        maxLength={maxLength}
        value={channel[name]}
        onCommit={commit}
      />
    </RowShell>
  );
}

interface PrivacyProps {
  channel: Channel;
  canChange: boolean;
  /** Everything but this may be changed. */
  isAdministered: boolean;
}

/** Who can see the channel: what is chosen counts when it is saved, because people may lose access. */
function PrivacyBlock({ channel, canChange, isAdministered }: PrivacyProps) {
  const [saving, save] = useChannelSaving(channel);
  const [chosen, setChosen] = useState<Privacy>();
  const now = privacyOf(channel);
  const privacy = chosen ?? now;
  const commit = async (): Promise<void> => {
    const { invite_only: is_private, ...rest } = privacyFields(privacy);
    if (await save({ is_private, ...rest })) setChosen(undefined);
  };
  return (
    <Block title={tc('channel.privacy')} action={<SavingMark saving={saving} />}>
      <PrivacyChoice value={privacy} isDisabled={!canChange} current={now} onChange={setChosen} />
      {isAdministered && !canChange && <p className="setting-hint">{tc('channel.accessNotAllowed')}</p>}
      {isNarrower(now, privacy) && <p role="status">{tc('privacy.narrower')}</p>}
      <Problem text={saving.kind === 'failed' ? saving.text : undefined} />
      {privacy !== now && (
        <div className="item-actions">
          <Button onClick={() => setChosen(undefined)}>{tc('change.discard')}</Button>
          <Button kind="primary" onClick={() => void commit()}>
            {tc('privacy.save')}
          </Button>
        </div>
      )}
    </Block>
  );
}

function EmailAddress({ channel }: { channel: Channel }) {
  const [isShown, setShown] = useState(false);
  return (
    <Fact name={tc('channel.email')} action={<Button onClick={() => setShown(true)}>{tc('channel.emailShow')}</Button>}>
      {tc('channel.emailAbout')}
      {isShown && <ChannelAddressDialog channel={channel} onClose={() => setShown(false)} />}
    </Fact>
  );
}

function About({ channel }: { channel: Channel }) {
  const creator = useClientState((state) =>
    channel.creator_id === null ? undefined : userOf(state, channel.creator_id).full_name,
  );
  const date = new Intl.DateTimeFormat(languageInUse(), { dateStyle: 'long' }).format(channel.date_created * 1000);
  return (
    <Block title={tc('channel.about')}>
      <Fact name={tc('channel.created')}>
        {creator === undefined ? date : tc('channel.createdBy', { date, name: creator })}
      </Fact>
      <Fact name={tc('channel.id')}>{channel.stream_id}</Fact>
      {!channel.is_archived && <EmailAddress channel={channel} />}
    </Block>
  );
}

function Archiving({ channel }: { channel: Channel }) {
  const { stream_id, is_archived, name } = channel;
  const [isAsked, setAsked] = useState(false);
  const { isBusy, problem, submit } = useSubmit();
  const archive = (): void => {
    void submit(() => call(archiveChannel, { stream_id })).then((isDone) => isDone && setAsked(false));
  };
  if (is_archived) {
    return (
      <Fact
        name={tc('archive.undo')}
        action={
          <Button
            disabled={isBusy}
            onClick={() => void submit(() => call(updateChannel, { stream_id, is_archived: false }))}
          >
            {tc('archive.undo')}
          </Button>
        }
      >
        {problem ?? tc('archive.undoText')}
      </Fact>
    );
  }
  return (
    <Fact
      name={tc('archive.title')}
      action={
        <Button kind="danger" onClick={() => setAsked(true)}>
          {tc('archive.do')}
        </Button>
      }
    >
      {tc('archive.text')}
      {isAsked && (
        <Confirm
          title={tc('archive.ask', { channel: name })}
          action={tc('archive.do')}
          isDanger
          isBusy={isBusy}
          problem={problem}
          onConfirm={archive}
          onClose={() => setAsked(false)}
        >
          <p>{tc('archive.text')}</p>
        </Confirm>
      )}
    </Fact>
  );
}

/** What a channel is called, who sees it, and where it came from. */
export function GeneralTab({ channel }: { channel: Channel }) {
  const may = useClientState((state) => channelPermissions(state, channel), isSame);
  const limits = useClientState((state) => state.organization);
  const { max_stream_name_length: longestName, max_stream_description_length: longestDescription } = limits;
  return (
    <>
      {!may.canAdminister && <WhoAdministers channel={channel} />}
      <Block title={tc('channel.what')}>
        <TextField channel={channel} name="name" maxLength={longestName} isDisabled={!may.canAdminister} />
        <TextField
          channel={channel}
          name="description"
          maxLength={longestDescription}
          isDisabled={!may.canAdminister}
        />
        <FolderField channel={channel} isDisabled={!may.canAdminister} />
        <TopicsPolicyField channel={channel} isDisabled={!may.canSetTopicsPolicy} isAdministered={may.canAdminister} />
        {may.canMakeDefault && !channel.invite_only && <DefaultSwitch channel={channel} />}
      </Block>
      <PrivacyBlock channel={channel} canChange={may.canChangeAccess} isAdministered={may.canAdminister} />
      <About channel={channel} />
      {may.canAdminister && <Archiving channel={channel} />}
    </>
  );
}

/** Permissions are made anew each time: the same ones draw nothing again. */
function isSame<T extends object>(a: T, b: T): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
