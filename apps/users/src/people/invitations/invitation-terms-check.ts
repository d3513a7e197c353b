import { Injectable } from '@nestjs/common';
import { WriteTransaction } from '@stoa/database';
import { DomainError, badRequest, insufficientPermission } from '@stoa/errors';
import {
  InvitationRefusal,
  REALM_PERMISSION_SETTINGS,
  canAccessChannelContent,
  canAddMembers,
  canSubscribeOthers,
  hasPermission,
  isAdministrator,
  refuseInvitedRole,
} from '@stoa/policy';
import { ChangeFacts } from '@stoa/directory';
import { UserAudiencesRepository } from '../../shared/user-changes/user-audiences.repository';
import { policyUser } from '../../shared/user-changes/user-rules';
import type { InvitationTerms } from './invitation-terms';
import { InvitationsRepository, InvitingRules } from './invitations.repository';

/** Permission to invite, by the kind of invitation. */
type InvitingSetting = 'can_invite_users_group' | 'create_multiuse_invite_group';

/** Whether somebody may invite on certain terms: the checks of organization.md 11, in its order. */
@Injectable()
export class InvitationTermsCheck {
  constructor(
    private readonly repository: InvitationsRepository,
    private readonly audienceReads: UserAudiencesRepository,
  ) {}

  /** @throws DomainError `Insufficient permission`, `Must be an organization owner`, `…administrator` */
  checkInviter(
    facts: ChangeFacts,
    rules: InvitingRules,
    setting: InvitingSetting,
    { invitedAs }: InvitationTerms,
  ): void {
    const user = policyUser(facts.requester);
    const groupId = setting === 'can_invite_users_group' ? rules.canInviteUsersGroup : rules.createMultiuseInviteGroup;
    if (!hasPermission(REALM_PERMISSION_SETTINGS[setting], groupId, user, facts.groups.graph)) {
      throw insufficientPermission();
    }
    throwRefusal(refuseInvitedRole(user, invitedAs));
  }

  /** @throws DomainError with the texts for channels, groups and the welcome */
  async checkPlacement(
    tx: WriteTransaction,
    facts: ChangeFacts,
    rules: InvitingRules,
    terms: InvitationTerms,
  ): Promise<void> {
    if (terms.channelIds.length > 0) await this.checkChannels(tx, facts, rules, terms.channelIds);
    if (terms.groupIds.length > 0) await this.checkGroups(tx, facts, terms.groupIds);
    if (terms.welcomeText !== null && !isAdministrator(facts.requester)) {
      throwRefusal('needs-administrator');
    }
  }

  private async checkChannels(
    tx: WriteTransaction,
    facts: ChangeFacts,
    rules: InvitingRules,
    channelIds: readonly number[],
  ): Promise<void> {
    const { requester, groups, channels, settings } = facts;
    const subscribed = await this.audienceReads.subscribedChannelIds(tx, requester.id);
    const found = channelIds.map((channelId) => {
      const channel = channels.byId.get(channelId);
      const isSubscribed = subscribed.has(channelId);
      const viewer = { user: policyUser(requester), isSubscribed, groups: groups.graph };
      if (!channel || channel.isArchived || !canAccessChannelContent(channel, viewer)) {
        throw badRequest(`Invalid channel ID ${channelId}. No invites were sent.`);
      }
      return { channel, viewer };
    });
    const defaults = new Set(rules.defaultChannelIds);
    if (channelIds.every((channelId) => defaults.has(channelId))) return;
    const { canAddSubscribersGroup } = settings;
    if (!found.every(({ channel, viewer }) => canSubscribeOthers(channel, viewer, canAddSubscribersGroup))) {
      throw badRequest('You do not have permission to subscribe other users to channels.');
    }
  }

  private async checkGroups(tx: WriteTransaction, facts: ChangeFacts, groupIds: readonly number[]): Promise<void> {
    const groups = new Map((await this.repository.groups(tx, groupIds)).map((group) => [group.id, group]));
    const manager = {
      user: policyUser(facts.requester),
      groups: facts.groups.graph,
      canManageAllGroups: facts.settings.canManageAllGroups,
    };
    for (const groupId of groupIds) {
      const group = groups.get(groupId);
      if (!group) throw badRequest('Invalid user group');
      // Nobody in particular: users who may only join groups may not add others.
      if (!canAddMembers(group, manager, [])) throw insufficientPermission();
    }
  }
}

/** @throws DomainError unless there is nothing to refuse */
export function throwRefusal(refusal: InvitationRefusal | null): void {
  if (refusal === 'needs-owner') throw new DomainError('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner');
  if (refusal === 'needs-administrator') throw badRequest('Must be an organization administrator');
}
