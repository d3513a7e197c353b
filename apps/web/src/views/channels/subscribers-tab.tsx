import { subscribe, unsubscribe } from '@stoa/contracts/channels';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../../api/client';
import { act, failureText } from '../../client/act';
import { useClient, useClientState } from '../../client/client';
import { useSubmit } from '../../client/submit';
import { channelSettingsAddress } from '../../parts/addresses';
import { loadSubscribers } from '../../parts/channel-actions';
import { matchesText } from '../../parts/text-match';
import { WhoHas } from '../../parts/who-has';
import { roleText } from '../../parts/role-text';
import { channelPermissions } from '../../store/channel-permissions';
import type { Channel, User } from '../../store/state';
import { userOf } from '../../store/users';
import { tc } from '../../strings/channels-strings';
import { languageInUse, t } from '../../strings/strings';
import { Avatar } from '../../ui/avatar';
import { Button, IconButton } from '../../ui/button';
import { Problem } from '../../ui/problem';
import { Block } from '../settings/parts';
import { PeopleToAdd, usersOfPills } from './people-to-add';

/** Rows that are drawn; the filter finds the others. */
const MOST_ROWS = 200;
/** Above so many new people the service writes to nobody. */
const MOST_TOLD = 100;

function AddPeople({ channel }: { channel: Channel }) {
  const { store } = useClient();
  const [keys, setKeys] = useState<readonly string[]>([]);
  const [isTold, setTold] = useState(true);
  const { isBusy, problem, submit } = useSubmit();
  const state = useClientState((whole) => whole);
  const there = state.subscribers.get(channel.stream_id)?.ids;
  const fresh = usersOfPills(state, keys).filter((id) => !there?.has(id));
  const add = (): void => {
    const principals = usersOfPills(store.get(), keys).filter((id) => !there?.has(id));
    const request = {
      subscriptions: [{ name: channel.name }],
      principals,
      send_new_subscription_messages: isTold && principals.length <= MOST_TOLD,
    };
    void submit(() => call(subscribe, request)).then((isDone) => isDone && setKeys([]));
  };
  return (
    <Block title={tc('subscribers.add')}>
      <PeopleToAdd label={tc('subscribers.add')} keys={keys} onChange={setKeys} />
      {fresh.length <= MOST_TOLD && (
        <label className="check-row">
          <input
            type="checkbox"
            className="check"
            checked={isTold}
            onChange={(event) => setTold(event.target.checked)}
          />
          {tc('subscribers.tell')}
        </label>
      )}
      <Problem text={problem} />
      <div className="item-actions">
        <Button kind="primary" disabled={isBusy || fresh.length === 0} onClick={add}>
          {tc('subscribers.addThem')}
        </Button>
      </div>
    </Block>
  );
}

/** Who may add others, for who may not. */
function WhoAdds({ channel }: { channel: Channel }) {
  const anywhere = useClientState((state) => state.organization.realm_can_add_subscribers_group);
  const canRead = useClientState((state) => channelPermissions(state, channel).canRead);
  if (channel.is_archived) return null;
  // Whatever groups one is in.
  if (!canRead) return <p className="setting-hint">{tc('channel.accessNotAllowed')}</p>;
  return (
    <p className="setting-hint">
      {tc('subscribers.mayNotAdd')}
      <WhoHas
        values={[channel.can_add_subscribers_group, channel.can_administer_channel_group, anywhere]}
        withAdministrators
        href={channelSettingsAddress(channel, 'permissions')}
      />
    </p>
  );
}

interface RowProps {
  user: User;
  channel: Channel;
  canRemove: boolean;
}

function Row({ user, channel, canRemove }: RowProps) {
  const remove = (): void => {
    void act(() => call(unsubscribe, { subscriptions: [channel.name], principals: [user.user_id] }));
  };
  return (
    <li className="item">
      <Avatar userId={user.user_id} name={user.full_name} url={user.avatar_url} size={1.75} />
      <span className="item-text">
        <bdi>{user.full_name}</bdi>
        <span className="setting-hint">{user.is_bot ? tc('subscribers.bot') : roleText(user.role)}</span>
      </span>
      {canRemove && (
        <IconButton label={tc('subscribers.remove', { name: user.full_name })} onClick={remove}>
          <X size="1rem" aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}

/** Asks for the whole list once it is looked at. */
function useWholeList(channel: Channel): [problem: string | undefined, again: () => void] {
  const client = useClient();
  const [problem, setProblem] = useState<string>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    const gone = new AbortController();
    loadSubscribers(client, channel.stream_id, gone.signal).catch((error: unknown) => {
      if (!gone.signal.aborted) setProblem(failureText(error));
    });
    return () => gone.abort();
  }, [client, channel.stream_id, round]);
  const again = (): void => {
    setProblem(undefined);
    setRound(round + 1);
  };
  return [problem, again];
}

function Subscribers({ channel, canRemove }: { channel: Channel; canRemove: boolean }) {
  const [problem, again] = useWholeList(channel);
  const [typed, setTyped] = useState('');
  const known = useClientState((state) => state.subscribers.get(channel.stream_id));
  const users = useClientState((state) => state.users);
  const ownId = useClientState((state) => state.userId);
  const { compare } = new Intl.Collator(languageInUse());
  const found = [...(known?.ids ?? [])]
    .map((id) => userOf({ users }, id))
    .filter((user) => matchesText(typed, user.full_name))
    .sort((a, b) => compare(a.full_name, b.full_name));
  return (
    <Block title={tc('subscribers.title', { count: channel.subscriber_count })}>
      <input
        type="search"
        className="input"
        aria-label={tc('subscribers.filter')}
        placeholder={tc('subscribers.filter')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {problem !== undefined && (
        <p className="field-error" role="alert">
          {problem} <Button onClick={again}>{t('failure.retry')}</Button>
        </p>
      )}
      {problem === undefined && !known?.isComplete && <p className="settings-loading">{t('app.loading')}</p>}
      <ul aria-label={tc('channel.tab.subscribers')} className="item-list">
        {found.slice(0, MOST_ROWS).map((user) => (
          <Row
            key={user.user_id}
            user={user}
            channel={channel}
            canRemove={canRemove || (user.user_id === ownId && channel.isSubscribed)}
          />
        ))}
      </ul>
      <p role="status" className="settings-nothing">
        {found.length > MOST_ROWS && tc('subscribers.more', { count: found.length - MOST_ROWS })}
        {found.length === 0 && known?.isComplete && tc('subscribers.none')}
      </p>
    </Block>
  );
}

/** Who is subscribed, and who else should be. */
export function SubscribersTab({ channel }: { channel: Channel }) {
  const mask = useClientState((state) => {
    const may = channelPermissions(state, channel);
    return [may.canSeeSubscribers, may.canAddSubscribers, may.canRemoveSubscribers].map(Number).join('');
  });
  const [canSee, canAdd, canRemove] = [...mask].map((bit) => bit === '1');
  if (!canSee) return <p>{tc('subscribers.notAllowed')}</p>;
  return (
    <>
      {canAdd ? <AddPeople channel={channel} /> : <WhoAdds channel={channel} />}
      <Subscribers channel={channel} canRemove={canRemove === true} />
    </>
  );
}
