import type { RequestOf } from '@stoa/contracts/rpc';
import type { createInvitationLink, sendInvitations } from '@stoa/contracts/users';

/** Ten days. */
const DEFAULT_LIFE_MINUTES = 14_400;

/** What an invitation gives to the user who accepts it. */
export interface InvitationTerms {
  invitedAs: number;
  /** Null: it does not expire. */
  expiresInMinutes: number | null;
  channelIds: number[];
  groupIds: number[];
  includeDefaultChannels: boolean;
  /** Null: the organization's. */
  welcomeText: string | null;
}

export function invitationTerms(
  request: RequestOf<typeof sendInvitations> | RequestOf<typeof createInvitationLink>,
): InvitationTerms {
  const { invite_expires_in_minutes: minutes = DEFAULT_LIFE_MINUTES } = request;
  return {
    invitedAs: request.invite_as,
    expiresInMinutes: minutes,
    channelIds: [...new Set(request.stream_ids)],
    groupIds: [...new Set(request.group_ids)],
    includeDefaultChannels: request.include_realm_default_subscriptions,
    welcomeText: request.welcome_message_custom_text ?? null,
  };
}
