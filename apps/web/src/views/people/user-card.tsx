import { reactivateUser } from '@stoa/contracts/users';
import {
  AtSign,
  Eye,
  EyeOff,
  MessageCircle,
  MessagesSquare,
  Pencil,
  Reply,
  Send,
  Smile,
  SmilePlus,
  UserCheck,
  UserCog,
  UserRound,
  Volume2,
  VolumeX,
} from 'lucide-react';
import { call } from '../../api/client';
import { act } from '../../client/act';
import { namesOf, useClient, useClientState } from '../../client/client';
import { copyText } from '../../client/copy';
import { goTo } from '../../client/location';
import { mentionOf } from '../../compose/quote';
import { targetOfMessage, writeTo } from '../../compose/target';
import { narrowAddress } from '../../narrow/address';
import { directNarrow, narrowKey } from '../../narrow/terms';
import { clearStatus, hasStatus, setInvisible, setMuted } from '../../parts/people-actions';
import { type OpenCard, peopleDialog } from '../../parts/people-cards';
import type { State, User } from '../../store/state';
import { mayManage } from '../../store/user-administration';
import { mayWriteTo } from '../../store/user-permissions';
import { isAmbiguous, userOf } from '../../store/users';
import { tp } from '../../strings/people-strings';
import { t } from '../../strings/strings';
import { Avatar } from '../../ui/avatar';
import { Popover } from '../../ui/popover';
import { CardItem } from './card-item';
import { ProfileList } from './profile-values';
import { UserEmail, UserFacts } from './user-facts';
import './people.css';

interface ItemsProps {
  user: User;
  from: OpenCard['from'];
  onClose: () => void;
}

function OwnItems({ onClose }: Pick<ItemsProps, 'onClose'>) {
  const client = useClient();
  const isSet = useClientState((state) => hasStatus(state, state.userId));
  const isVisible = useClientState((state) => state.settings.presence_enabled);
  const openStatus = (): void => {
    onClose();
    peopleDialog.set({ kind: 'status' });
  };
  return (
    <>
      <CardItem icon={SmilePlus} onPress={openStatus}>
        {isSet ? tp('status.edit') : tp('status.set')}
      </CardItem>
      {isSet && (
        <CardItem icon={Smile} onPress={clearStatus}>
          {tp('status.clear')}
        </CardItem>
      )}
      <CardItem icon={isVisible ? EyeOff : Eye} onPress={() => setInvisible(client, isVisible)}>
        {isVisible ? tp('invisible.on') : tp('invisible.off')}
      </CardItem>
      <CardItem icon={Pencil} href="#settings/profile" onPress={onClose}>
        {tp('card.editProfile')}
      </CardItem>
    </>
  );
}

/** A mention as it is written in messages. */
function mentionText(state: State, user: User): string {
  return mentionOf(user.full_name, user.user_id, isAmbiguous(state, user));
}

function ReplyItem({ user, from, onClose }: ItemsProps) {
  const { store } = useClient();
  const message = useClientState((state) => (from ? state.messages.get(from.messageId) : undefined));
  if (!from || !message) return null;
  const reply = (): void => {
    onClose();
    writeTo(narrowKey(from.view), targetOfMessage(message), `${mentionText(store.get(), user)} `);
  };
  return (
    <CardItem icon={Reply} onPress={reply}>
      {tp('card.reply')}
    </CardItem>
  );
}

/** What one does with others. */
function OtherItems(props: ItemsProps) {
  const { user, onClose } = props;
  const client = useClient();
  const isMuted = useClientState((state) => state.mutedUsers.has(user.user_id));
  const mayWrite = useClientState((state) => mayWriteTo(state, user.user_id));
  const state = client.store.get();
  const direct = narrowAddress(directNarrow([user.user_id]), namesOf(state));
  const write = (): void => {
    onClose();
    goTo(direct);
    writeTo(narrowKey(directNarrow([user.user_id])), { type: 'direct', userIds: [user.user_id] });
  };
  const mute = (): void => {
    onClose();
    if (isMuted) void setMuted(client, user.user_id, false);
    else peopleDialog.set({ kind: 'mute', userId: user.user_id });
  };
  return (
    <>
      {mayWrite && (
        <CardItem icon={MessageCircle} onPress={write}>
          {tp('card.write')}
        </CardItem>
      )}
      {user.is_active && <ReplyItem {...props} />}
      {user.is_active && (
        <CardItem icon={AtSign} onPress={() => void copyText(mentionText(state, user), tp('card.mentionCopied'))}>
          {tp('card.copyMention')}
        </CardItem>
      )}
      <CardItem icon={MessagesSquare} href={direct} onPress={onClose}>
        {tp('card.directs')}
      </CardItem>
      <CardItem icon={isMuted ? Volume2 : VolumeX} onPress={mute}>
        {isMuted ? tp('card.unmute') : tp('card.mute')}
      </CardItem>
    </>
  );
}

function ReactivateItem({ userId }: { userId: number }) {
  return (
    <CardItem icon={UserCheck} onPress={() => void act(() => call(reactivateUser, { user_id: userId }))}>
      {tp('manage.reactivate')}
    </CardItem>
  );
}

/** Who somebody is, and what one can do about them (web-details.md C.8). */
export function UserCard({ id, anchor, from, onClose }: OpenCard & { onClose: () => void }) {
  const user = useClientState((state) => userOf(state, id));
  const isOwn = useClientState((state) => state.userId === id);
  const isManaged = useClientState((state) => mayManage(state, id));
  const { store } = useClient();
  const sent = narrowAddress([{ operator: 'sender', operand: id }], namesOf(store.get()));
  return (
    <Popover
      open
      anchor={anchor}
      label={tp('card.about', { name: user.full_name })}
      side="right"
      onOpenChange={(isOpen) => isOpen || onClose()}
    >
      <div className="user-card">
        <div className="user-head">
          <Avatar userId={id} name={user.full_name} url={user.avatar_url} size={4} />
          <UserFacts user={user} />
        </div>
        {user.delivery_email && <UserEmail email={user.delivery_email} />}
        <ProfileList user={user} isSummary />
        {!user.isUnknown && (
          <ul className="card-items">
            <CardItem icon={UserRound} href={`#user/${id}`} onPress={onClose}>
              {isOwn ? tp('card.ownProfile') : tp('card.profile')}
            </CardItem>
            {isOwn ? <OwnItems onClose={onClose} /> : <OtherItems user={user} from={from} onClose={onClose} />}
            <CardItem icon={Send} href={sent} onPress={onClose}>
              {tp('card.sent')}
            </CardItem>
            {isManaged && !user.is_active && !user.is_deleted && <ReactivateItem userId={id} />}
            {isManaged && (
              <CardItem icon={UserCog} href={`#user/${id}/manage`} onPress={onClose}>
                {tp('card.manage')}
              </CardItem>
            )}
          </ul>
        )}
        {user.isUnknown && <p>{t('user.unknown')}</p>}
      </div>
    </Popover>
  );
}
