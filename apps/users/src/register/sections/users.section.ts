import { UserView, visibilityRole } from '@stoa/fragments';
import { avatarUrl, dummyEmail, isAdministrator, isGuest, isModerator, isOwner } from '@stoa/policy';
import { UserRow, joinedText, placeholderText, userText } from '@stoa/wire-objects';
import { writeUserBlocks } from '../../shared/user-set/user-blocks-writer';
import { AccountJson } from '../state/register-rows';
import { RegisterState, isMember } from '../state/register-state';
import { ArrayWriter, StateWriter } from '../../shared/state/state-writer';

type Fields = Record<string, unknown>;

/** How the users of the organization are shown to this viewer. */
export function viewOf(state: RegisterState): UserView {
  const { account, request } = state;
  return {
    realmId: state.realm.id,
    shape: 'registered',
    viewerRole: account ? visibilityRole(account.role) : null,
    clientGravatar: request.client_gravatar,
    includeProfileData: true,
  };
}

/** `realm_users` and `realm_non_active_users`; the set must be encoded for the view, unless access is limited. */
export function writeUsers(state: RegisterState, writer: StateWriter): void {
  const view = viewOf(state);
  writer.array('realm_users', (elements) => writeList(state, view, true, elements));
  writer.array('realm_non_active_users', (elements) => writeList(state, view, false, elements));
}

function writeList(state: RegisterState, view: UserView, isActive: boolean, elements: ArrayWriter): void {
  if (state.accessible) elements.text(limitedList(state, view, isActive).join(','));
  else writeUserBlocks({ users: state.users, view, isActive, viewerId: state.account?.id ?? null }, elements);
}

/**
 * What a limited guest gets: users whom the guest can access, and placeholders if the client cannot do without the
 * others.
 */
function limitedList(state: RegisterState, view: UserView, isActive: boolean): string[] {
  const texts: string[] = [];
  for (const user of state.users) {
    const isAccessible = state.accessible?.has(user.id) ?? true;
    if (isAccessible && user.isActive === isActive) {
      texts.push(userText(user, view, { isOwn: user.id === state.account?.id }));
    } else if (!isAccessible && isActive && !state.request.client_capabilities.user_list_incomplete) {
      texts.push(placeholderText(user.id, dummyEmail(user.id, state.host), view.shape));
    }
  }
  return texts;
}

/** System bots, sorted by name (realtime.md 2.3). */
export function systemBots(bots: readonly UserRow[], isSpectator: boolean): Fields[] {
  const sorted = [...bots].sort((a, b) => (a.fullName < b.fullName ? -1 : 1));
  return sorted.map((bot) => ({
    user_id: bot.id,
    email: bot.email,
    delivery_email: isSpectator ? null : bot.deliveryEmail,
    full_name: bot.fullName,
    date_joined: joinedText(bot.dateJoined, isSpectator),
    is_active: bot.isActive,
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: true,
    is_system_bot: true,
    is_imported_stub: false,
    bot_type: bot.botType,
    bot_owner_id: null,
    role: bot.role,
    ...(isSpectator ? {} : { timezone: bot.timezone }),
    avatar_url: `/static/images/system-bots/${bot.email.split('@')[0] ?? 'bot'}.png`,
    avatar_version: bot.avatarVersion,
  }));
}

/** The own account and its permissions (realtime.md 2.3). */
export function ownFields(state: RegisterState): Fields {
  return { ...(state.account ? accountFields(state, state.account) : spectatorFields()), ...ownPermissions(state) };
}

function accountFields(state: RegisterState, account: AccountJson): Fields {
  const avatar = {
    realmId: state.realm.id,
    deliveryEmail: account.delivery_email,
    avatarSource: account.avatar_source,
    avatarVersion: account.avatar_version,
    avatarKey: account.avatar_key,
  };
  const user = { userId: account.id, role: account.role, isBot: account.is_bot };
  return {
    user_id: account.id,
    email: account.email,
    delivery_email: account.delivery_email,
    full_name: account.full_name,
    avatar_source: account.avatar_source,
    avatar_url: avatarUrl(avatar),
    avatar_url_medium: avatarUrl(avatar, 'medium'),
    is_owner: isOwner(user),
    is_admin: isAdministrator(user),
    is_moderator: isModerator(user),
    is_guest: isGuest(user),
    can_change_user_emails: account.can_change_user_emails,
  };
}

function spectatorFields(): Fields {
  const user: Pick<UserRow, 'deliveryEmail' | 'avatarSource' | 'avatarVersion' | 'avatarKey'> = {
    deliveryEmail: SPECTATOR_EMAIL,
    avatarSource: 'G',
    avatarVersion: 1,
    avatarKey: null,
  };
  return {
    user_id: 0,
    email: SPECTATOR_EMAIL,
    delivery_email: SPECTATOR_EMAIL,
    full_name: 'Anonymous User',
    avatar_source: 'G',
    avatar_url: avatarUrl({ realmId: 0, ...user }),
    avatar_url_medium: avatarUrl({ realmId: 0, ...user }, 'medium'),
    is_owner: false,
    is_admin: false,
    is_moderator: false,
    is_guest: true,
    can_change_user_emails: false,
  };
}

const SPECTATOR_EMAIL = 'username@example.com';

function ownPermissions(state: RegisterState): Fields {
  const { realm, user, server } = state;
  const may = (groupId: number): boolean => user !== null && !isGuest(user) && isMember(state, groupId);
  const isPublic = may(realm.can_create_public_channel_group);
  const isPrivate = may(realm.can_create_private_channel_group);
  const isWebPublic =
    server.allowsWebPublicChannels && realm.enable_spectator_access && may(realm.can_create_web_public_channel_group);
  return {
    can_create_public_streams: isPublic,
    can_create_private_streams: isPrivate,
    can_create_web_public_streams: isWebPublic,
    can_create_streams: isPublic || isPrivate || isWebPublic,
    can_invite_others_to_realm: may(realm.can_invite_users_group),
  };
}
