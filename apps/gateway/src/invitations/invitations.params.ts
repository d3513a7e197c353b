import type { InvitationTerms } from '@stoa/contracts';
import { BooleanParam, EnumParam, IntegerListParam, IntegerParam, StringParam } from '@stoa/http-params';
import { Role } from '@stoa/policy';

/** Ten days. */
const DEFAULT_LIFE_MINUTES = 14_400;
/** Three hundred years: what is longer is no date that databases and clients can hold. */
const LONGEST_LIFE_MINUTES = 157_680_000;

/** What an invitation gives to whoever accepts it. */
class InvitationParams {
  @EnumParam(Object.values(Role), {
    name: 'invite_as',
    default: Role.Member,
    text: 'long',
    doc: 'Role of the new account.',
  })
  inviteAs!: number;

  @IntegerParam({
    name: 'invite_expires_in_minutes',
    optional: true,
    nullable: true,
    min: 1,
    max: LONGEST_LIFE_MINUTES,
    doc: 'Minutes until it expires, 14400 (ten days) unless sent; null: never.',
  })
  inviteExpiresInMinutes?: number | null;

  @IntegerListParam({ name: 'group_ids', default: [], doc: 'Groups that the new account will be a member of.' })
  groupIds!: number[];

  @BooleanParam({
    name: 'include_realm_default_subscriptions',
    default: false,
    doc: 'Whether the new account is subscribed to the default channels as well.',
  })
  includeDefaultChannels!: boolean;

  @StringParam({
    name: 'welcome_message_custom_text',
    optional: true,
    maxLength: 8000,
    doc: "What the welcome bot says instead of the organization's own text; administrators only.",
  })
  welcomeText?: string;
}

export class SendInvitationsParams extends InvitationParams {
  @StringParam({ name: 'invitee_emails', doc: 'Addresses with commas or line ends between them.' })
  inviteeEmails!: string;

  @IntegerListParam({ name: 'stream_ids', doc: 'Channels that the new account will be subscribed to.' })
  channelIds!: number[];

  @BooleanParam({
    name: 'notify_referrer_on_join',
    default: true,
    doc: 'Whether the inviter gets a message when somebody joins.',
  })
  notifyReferrerOnJoin!: boolean;
}

export class CreateInvitationLinkParams extends InvitationParams {
  @IntegerListParam({ name: 'stream_ids', default: [], doc: 'Channels that new accounts will be subscribed to.' })
  channelIds!: number[];
}

export class InvitationIdParams {
  @IntegerParam({ name: 'invite_id', in: 'path', doc: 'ID of the invitation.' })
  id!: number;
}

export function invitationTerms(params: InvitationParams & { channelIds: number[] }): InvitationTerms {
  const { inviteExpiresInMinutes: minutes = DEFAULT_LIFE_MINUTES } = params;
  return {
    invitedAs: params.inviteAs,
    expiresInMinutes: minutes,
    channelIds: [...new Set(params.channelIds)],
    groupIds: [...new Set(params.groupIds)],
    includeDefaultChannels: params.includeDefaultChannels,
    welcomeText: params.welcomeText ?? null,
  };
}
