import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { eventOf } from '@stoa/contracts/events';
import { createInvitationLink, sendInvitations } from '@stoa/contracts/users';
import { Database, WriteTransaction, lockRealm } from '@stoa/database';
import { DomainError, badRequest } from '@stoa/errors';
import { EmailDomainProblem, checkEmailDomain, isEmailAddress, isTooNewToInvite } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { ChangeFacts, ChangeFactsReader } from '@stoa/directory';
import { AccountsRepository } from '../accounts/accounts.repository';
import { isDisposableDomain } from '../accounts/disposable-domains';
import { policyUser } from '../../shared/user-changes/user-rules';
import { invitationAudience } from './invitation-audience';
import { InvitationLimit } from './invitation-limit';
import { InvitationMails } from './invitation-mails';
import { invitationTerms } from './invitation-terms';
import { InvitationTermsCheck } from './invitation-terms-check';
import { InvitationsRepository, InvitingRules } from './invitations.repository';
import { parseInvitees } from './invitees';

/** An address that gets no invitation, why, and whether it is that of a deactivated account. */
type Refused = [email: string, reason: string, isDeactivated: boolean];

interface CheckedInvitees {
  invalid: Refused[];
  known: Refused[];
  invited: string[];
}

const KEY_BYTES = 20;
const SERVICE_NAME = 'Stoa';
const TOO_NEW =
  'Your account is too new to send invites for this organization. Ask an organization admin, or a more experienced user.';
const SOME_KNOWN =
  `Some of those addresses are already using ${SERVICE_NAME}, so we didn't send them an invitation. ` +
  'We did send invitations to everyone else!';

export const DAILY_LIMIT =
  `To protect users, ${SERVICE_NAME} limits the number of invitations you can send in one day. Because you have reached ` +
  'the limit, no invitations were sent.';

/** Invites by mail and by link (organization.md 11). */
@Injectable()
export class SendInvitationsService {
  constructor(
    private readonly database: Database,
    private readonly repository: InvitationsRepository,
    private readonly accounts: AccountsRepository,
    private readonly facts: ChangeFactsReader,
    private readonly terms: InvitationTermsCheck,
    private readonly mails: InvitationMails,
    private readonly limit: InvitationLimit,
  ) {}

  /** @throws DomainError with the texts of organization.md 11; INVITATION_FAILED also when only some were invited */
  @Handles(sendInvitations)
  async send(ctx: ActorContext, request: RequestOf<typeof sendInvitations>): Promise<void> {
    const emails = parseInvitees(request.invitee_emails);
    const terms = invitationTerms(request);
    // Exclusive: of several at once, each counts what the others have sent.
    const { known, invited, ids, keys, organization, language } = await this.write(
      ctx,
      'exclusive',
      async (tx, facts, rules) => {
        this.terms.checkInviter(facts, rules, 'can_invite_users_group', terms);
        if (emails.length === 0) throw badRequest('You must specify at least one email address.');
        // Nothing is looked up for more than could be sent.
        if (emails.length > this.limit.perDay) throw invitationFailed(DAILY_LIMIT, [], false, true);
        await this.terms.checkPlacement(tx, facts, rules, terms);
        const checked = await this.checkInvitees(facts, rules, emails);
        const inviterId = facts.requester.id;
        if (!(await this.limit.allows(tx, facts.requester, checked.invited.length))) {
          throw invitationFailed(DAILY_LIMIT, [], false, true);
        }
        const keys = checked.invited.map(() => randomBytes(KEY_BYTES).toString('hex'));
        const ids = await this.repository.insert(tx, {
          inviterId,
          terms,
          emails: checked.invited,
          keys,
          notifiesReferrer: request.notify_referrer_on_join,
        });
        tx.emit(eventOf('invites_changed', {}, invitationAudience(facts.users, [inviterId])));
        const { name: organization, defaultLanguage: language } = facts.settings;
        return { ...checked, ids, keys, organization, language };
      },
    );
    const { realmUrl, fullName, deliveryEmail } = ctx.actor;
    const inviter = { fullName, email: deliveryEmail };
    await this.mails.invite(
      invited.map((email, index) => ({
        ...{ id: ids[index] ?? 0, email, key: keys[index] ?? '' },
        ...{ realmUrl, organization, language, inviter },
      })),
    );
    if (known.length > 0) throw invitationFailed(SOME_KNOWN, known, true);
  }

  /** The link may be given to several. */
  @Handles(createInvitationLink)
  async createLink(
    ctx: ActorContext,
    request: RequestOf<typeof createInvitationLink>,
  ): Promise<RpcResponse<typeof createInvitationLink>> {
    const terms = invitationTerms(request);
    const key = randomBytes(KEY_BYTES).toString('hex');
    await this.write(ctx, 'shared', async (tx, facts, rules) => {
      this.terms.checkInviter(facts, rules, 'create_multiuse_invite_group', terms);
      await this.terms.checkPlacement(tx, facts, rules, terms);
      await this.repository.insertLink(tx, facts.requester.id, terms, key);
      tx.emit(eventOf('invites_changed', {}, invitationAudience(facts.users, [facts.requester.id])));
    });
    return { invite_link: invitationLink(ctx.actor.realmUrl, key) };
  }

  private write<T>(
    ctx: ActorContext,
    lock: 'shared' | 'exclusive',
    work: (tx: WriteTransaction, facts: ChangeFacts, rules: InvitingRules) => Promise<T>,
  ): Promise<T> {
    const { realmId } = ctx.actor;
    return this.database.write(ctx, [lockRealm(realmId, lock)], async (tx) =>
      work(tx, await this.facts.current(ctx), await this.repository.rules(tx)),
    );
  }

  private async checkInvitees(
    { requester, settings }: ChangeFacts,
    rules: InvitingRules,
    emails: readonly string[],
  ): Promise<CheckedInvitees> {
    const inviter = { ...policyUser(requester), joinedAtSeconds: requester.joinedAtSeconds };
    if (isTooNewToInvite(inviter, rules.isInvitationRequired, Date.now() / 1000)) {
      throw invitationFailed(TOO_NEW, [], false);
    }
    const signUp = await this.accounts.signUpRules(settings.id);
    const holders = await this.repository.holders(settings.id, emails);
    const checked: CheckedInvitees = { invalid: [], known: [], invited: [] };
    for (const email of emails) {
      const problem = isEmailAddress(email)
        ? domainText(checkEmailDomain(email, { ...signUp, isDisposable: isDisposableDomain }))
        : 'Invalid address.';
      const holder = holders.get(email.toLowerCase());
      if (problem !== null) checked.invalid.push([email, problem, false]);
      else if (holder?.isSystemBot) checked.known.push([email, 'Reserved for system bots.', false]);
      else if (holder?.isActive) checked.known.push([email, 'Already has an account.', false]);
      else if (holder) checked.known.push([email, 'Account has been deactivated.', true]);
      else checked.invited.push(email);
    }
    if (checked.invalid.length > 0) {
      throw invitationFailed(
        "Some emails did not validate, so we didn't send any invitations.",
        checked.invalid,
        false,
      );
    }
    if (checked.invited.length === 0) throw invitationFailed("We weren't able to invite anyone.", checked.known, false);
    this.mails.requireMail();
    return checked;
  }
}

/** The address of a reusable invitation. */
export function invitationLink(realmUrl: string, key: string): string {
  return `${realmUrl}/join/${key}/`;
}

export function invitationFailed(
  message: string,
  errors: readonly Refused[],
  isSent: boolean,
  isDailyLimit = false,
): DomainError {
  const data = { errors, sent_invitations: isSent, license_limit_reached: false, daily_limit_reached: isDailyLimit };
  return new DomainError('INVITATION_FAILED', message, { data });
}

/** Why an address may not join, for who invites it. */
function domainText(problem: EmailDomainProblem | null): string | null {
  switch (problem) {
    case null:
      return null;
    case 'outside-domains':
      return 'Outside your domain.';
    case 'disposable':
      return 'Please use your real email address.';
    case 'contains-plus':
      return 'Email addresses containing + are not allowed.';
  }
}
