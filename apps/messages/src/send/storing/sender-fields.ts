import { SendMessageRequest } from '@stoa/contracts/messages';
import { DirectoryUser, RealmSettings } from '@stoa/directory';
import { avatarUrl } from '@stoa/policy';
import { UnsentMessage } from './send-change';

/** The sender's part of a message object. */
export function senderFields(
  settings: RealmSettings,
  sender: DirectoryUser,
): Pick<UnsentMessage, 'sender_id' | 'sender_email' | 'sender_full_name' | 'sender_realm_str' | 'avatar_url'> {
  return {
    sender_id: sender.id,
    sender_email: sender.email,
    sender_full_name: sender.fullName,
    sender_realm_str: settings.stringId,
    avatar_url: avatarUrl({ ...sender, realmId: settings.id }),
  };
}

export function localEcho({
  queue_id: queueId,
  local_id: localId,
}: SendMessageRequest): { queueId: string; localId: string } | undefined {
  return queueId !== undefined && localId !== undefined ? { queueId, localId } : undefined;
}

/** All participants, the sender included, ordered by email (messages.md 2). */
export function displayRecipient(participants: readonly DirectoryUser[]) {
  return [...participants]
    .sort((a, b) => (a.email < b.email ? -1 : 1))
    .map((user) => ({ id: user.id, email: user.email, full_name: user.fullName, is_mirror_dummy: false }));
}
