import { UNKNOWN_USER_AVATAR_URL } from '@stoa/event-shape';
import { UserView } from '@stoa/fragments';
import { avatarUrl, canSeeEmail, isAdministrator, isGravatarOfPublicAddress, isGuest, isOwner } from '@stoa/policy';

/** What the object of a user is made of (users.md 1). */
export interface UserRow {
  id: number;
  /** Version of the set of the realm's users at which the row last changed. */
  version: number;
  email: string;
  deliveryEmail: string;
  fullName: string;
  role: number;
  isActive: boolean;
  isBot: boolean;
  /** Made by an import, and nobody has signed in with it yet. */
  isImportedStub: boolean;
  /** Deactivated, and its profile deleted. */
  isDeleted: boolean;
  botType: number | null;
  botOwnerId: number | null;
  avatarSource: string;
  avatarVersion: number;
  avatarKey: string | null;
  timezone: string;
  /** Unix seconds. */
  dateJoined: number;
  emailVisibility: number;
  presenceEnabled: boolean;
  /** JSON text of the custom profile values; null when there are none. */
  profileData: string | null;
}

/** Whether `user` is the viewer: users always see their own address. */
export interface Perspective {
  isOwn: boolean;
}

const OTHERS: Perspective = { isOwn: false };

/** JSON text of a user's object. Written by hand: this runs for every account of an organization. */
export function userText(user: UserRow, view: UserView, { isOwn }: Perspective = OTHERS): string {
  const seesAddress = isOwn || (view.viewerRole !== null && canSeeEmail(user.emailVisibility, view.viewerRole));
  const isSpectator = view.viewerRole === null;
  const { avatarSource, emailVisibility: emailAddressVisibility } = user;
  const omitsAvatar = view.clientGravatar && isGravatarOfPublicAddress({ avatarSource, emailAddressVisibility });
  const avatar = omitsAvatar ? 'null' : JSON.stringify(avatarUrl({ realmId: view.realmId, ...user }));
  let text =
    `{"user_id":${user.id},"email":${JSON.stringify(user.email)}` +
    `,"delivery_email":${seesAddress ? JSON.stringify(user.deliveryEmail) : 'null'}` +
    `,"full_name":${JSON.stringify(user.fullName)},"date_joined":"${joinedText(user.dateJoined, isSpectator)}"` +
    `,"is_owner":${isOwner(user)},"is_admin":${isAdministrator(user)},"is_guest":${isGuest(user)}` +
    `,"is_bot":${user.isBot},"is_imported_stub":${user.isImportedStub}${user.isDeleted ? ',"is_deleted":true' : ''}` +
    `,"role":${user.role},"avatar_url":${avatar},"avatar_version":${user.avatarVersion}`;
  if (!isSpectator) text += `,"timezone":${JSON.stringify(user.timezone)}`;
  if (view.shape === 'listed') text += `,"is_active":${user.isActive}`;
  if (user.isBot) text += `,"bot_type":${user.botType ?? 'null'},"bot_owner_id":${user.botOwnerId ?? 'null'}`;
  else if (view.includeProfileData && !isSpectator) text += `,"profile_data":${user.profileData ?? '{}'}`;
  return `${text}}`;
}

/** Whether the viewer's own object differs from what others of the same role see. */
export function looksDifferentToItself(user: UserRow, view: UserView): boolean {
  return view.viewerRole === null || !canSeeEmail(user.emailVisibility, view.viewerRole);
}

/** `2019-10-20T07:50+00:00`; only the date for spectators. From its parts, as `toISOString` takes three times as long. */
export function joinedText(unixSeconds: number, dateOnly = false): string {
  const at = new Date(unixSeconds * 1000);
  const date = `${at.getUTCFullYear()}-${twoDigits(at.getUTCMonth() + 1)}-${twoDigits(at.getUTCDate())}`;
  return dateOnly ? date : `${date}T${twoDigits(at.getUTCHours())}:${twoDigits(at.getUTCMinutes())}+00:00`;
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}

/** How a limited guest sees somebody he cannot access (users.md 3). */
export function placeholderText(userId: number, dummyAddress: string, shape: UserView['shape']): string {
  return JSON.stringify({
    user_id: userId,
    email: dummyAddress,
    delivery_email: null,
    full_name: 'Unknown user',
    date_joined: '1970-01-01T00:00:00+00:00',
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: false,
    is_imported_stub: false,
    role: 400,
    avatar_url: UNKNOWN_USER_AVATAR_URL,
    avatar_version: 1,
    timezone: '',
    ...(shape === 'listed' ? { is_active: true } : {}),
    profile_data: {},
  });
}
