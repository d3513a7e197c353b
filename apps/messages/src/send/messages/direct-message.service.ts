import { Injectable } from '@nestjs/common';
import { encodeAudience } from '@stoa/contracts/changes';
import { SendMessageRequest } from '@stoa/contracts/messages';
import { Database } from '@stoa/database';
import { AccessibleUsersRepository, DirectoryUser, DirectoryView, RealmUsers } from '@stoa/directory';
import { decideDirectMessage, isAnsweredFor, isLimitedGuest } from '@stoa/policy';
import { ActorContext } from '@stoa/rpc';
import { accountDeactivated, badRequest } from '@stoa/errors';
import { Conversations } from './conversations';
import { MessageRenderer } from '../rendering/message-renderer';
import { prepareSend } from '../storing/prepare-send';
import { PreparedSend } from '../storing/prepared-send';
import { isReadBySender, parseDirectReference } from './recipients';
import { normalizedContent } from '../storing/send-text';
import { policyUser } from '../../access/policy-user';
import { displayRecipient, localEcho } from '../storing/sender-fields';
import { SystemBots } from '../system-bots/system-bots';
import { WidgetStarter } from './widget-starter';

const PRODUCT_NAME = 'Stoa';

/** Decides and prepares direct messages, in the order of checks of messages.md 3. */
@Injectable()
export class DirectMessageService {
  constructor(
    private readonly renderer: MessageRenderer,
    private readonly database: Database,
    private readonly accessible: AccessibleUsersRepository,
    private readonly conversations: Conversations,
    private readonly widgets: WidgetStarter,
    private readonly bots: SystemBots,
  ) {}

  async prepare(ctx: ActorContext, view: DirectoryView, request: SendMessageRequest): Promise<PreparedSend> {
    const [settings, users] = await Promise.all([view.settings(), view.users()]);
    const content = normalizedContent(request.content);
    const { sender, participants } = await this.allowed(ctx, view, request);
    const rendered = await this.renderer.render(view, {
      ...{ content, topic: '', sender, channel: null },
      isWithoutPreviews: request.without_previews,
    });
    const ids = new Set(participants.map((user) => user.id));
    const readUserIds = new Set(users.mutersOf(sender.id));
    if (isReadBySender(ctx.actor.clientName, request.read_by_sender)) readUserIds.add(sender.id);
    const calledIds = calledBots(sender, participants);
    for (const botId of calledIds) readUserIds.add(botId);
    const widget = await this.widgets.of(content, request.widget_content);
    const recipientId = await this.conversations.get(ctx, participants, (current) =>
      this.allowed(ctx, current, request),
    );
    return prepareSend(view, {
      partition: ctx.actor.partition,
      settings,
      sender,
      clientName: ctx.actor.clientName,
      content,
      topic: '',
      rendered,
      recipientId,
      channel: null,
      address: { type: 'private', display_recipient: displayRecipient(participants) },
      isPublicChannel: false,
      // The service's bots read nothing.
      audience: encodeAudience([...ids].filter((userId) => users.get(userId) !== undefined)),
      isRecipient: (userId) => ids.has(userId),
      readUserIds,
      topicWildcardUserIds: new Set(),
      alertedUserIds: rendered.alertedUserIds,
      receiptUserIds: [...ids],
      setsFirstMessage: false,
      localEcho: localEcho(request),
      policyChanges: [],
      widget,
      webhookBotIds: calledIds,
    });
  }

  /** Who takes part, if the sender may write to them. @throws DomainError */
  private async allowed(
    { actor }: ActorContext,
    view: DirectoryView,
    request: SendMessageRequest,
  ): Promise<{ sender: DirectoryUser; participants: DirectoryUser[] }> {
    const users = await view.users();
    const sender = users.get(actor.userId);
    if (!sender?.isActive) throw accountDeactivated();
    const others = await this.otherParticipants(request, sender, users);
    await this.checkConversation(view, sender, others);
    return { sender, participants: [sender, ...others].sort((a, b) => a.id - b.id) };
  }

  /** The send found that something has changed that it rests on: perhaps what is remembered of its conversation. */
  wasStale({ record }: PreparedSend): void {
    if (record.receipt_user_ids) this.conversations.forget(record.realm_id, record.receipt_user_ids);
  }

  /** Whether the sender could write to these users now, as a send would find (messages.md 3). @throws DomainError */
  async checkConversation(view: DirectoryView, sender: DirectoryUser, others: DirectoryUser[]): Promise<void> {
    await this.checkAccess(view, sender, others);
    await this.checkGroups(
      view,
      sender,
      others,
      [sender, ...others].sort((a, b) => a.id - b.id),
    );
  }

  /** Users of the organization, and the service's own bots, whom anybody may answer (organization.md 4.9). */
  private async otherParticipants(
    request: SendMessageRequest,
    sender: DirectoryUser,
    users: RealmUsers,
  ): Promise<DirectoryUser[]> {
    const reference = parseDirectReference(request.to);
    const others = new Map<number, DirectoryUser>();
    const add = (user: DirectoryUser | undefined, unknown: string) => {
      if (!user) throw badRequest(unknown);
      if (!user.isActive) throw badRequest(`'${user.email}' is no longer using ${PRODUCT_NAME}.`);
      if (user.id !== sender.id) others.set(user.id, user);
    };
    if ('userIds' in reference) {
      for (const id of reference.userIds) add(users.get(id) ?? (await this.bots.get(id)), `Invalid user ID ${id}`);
    } else {
      for (const email of reference.emails) {
        add(users.byApiEmail(email) ?? (await this.bots.withAddress(email)), `Invalid email '${email}'`);
      }
    }
    return [...others.values()];
  }

  /** Limited guests reach only users whom they can access (users.md 3). */
  private async checkAccess(view: DirectoryView, sender: DirectoryUser, others: DirectoryUser[]): Promise<void> {
    const [settings, groups] = await Promise.all([view.settings(), view.groups()]);
    if (!isLimitedGuest(policyUser(sender), settings.canAccessAllUsersGroup, groups.graph)) return;
    const humans = others.filter((other) => !other.isBot).map((other) => other.id);
    const accessible = await this.accessible.humansAccessibleTo(this.database, sender.id, humans);
    if (accessible.size < humans.length) {
      throw badRequest('You do not have permission to access some of the recipients.');
    }
  }

  private async checkGroups(
    view: DirectoryView,
    sender: DirectoryUser,
    others: DirectoryUser[],
    participants: DirectoryUser[],
  ): Promise<void> {
    const [settings, groups] = await Promise.all([view.settings(), view.groups()]);
    const conversation = {
      sender: policyUser(sender),
      others: others.map(policyUser),
      hasEarlierMessages: true,
      directMessagePermissionGroup: settings.directMessagePermissionGroup,
      directMessageInitiatorGroup: settings.directMessageInitiatorGroup,
      groups: groups.graph,
    };
    const refuse = (decision: ReturnType<typeof decideDirectMessage>) => {
      if (decision === 'disabled') throw badRequest('Direct messages are disabled in this organization.');
      if (decision === 'nobody-authorizes') {
        throw badRequest('This conversation does not include any users who can authorize it.');
      }
      if (decision === 'cannot-initiate') {
        throw badRequest('You do not have permission to initiate direct message conversations.');
      }
    };
    refuse(decideDirectMessage(conversation));
    // Only who may not initiate needs to know whether the conversation has begun.
    if (decideDirectMessage({ ...conversation, hasEarlierMessages: false }) !== 'allowed') {
      const hasEarlierMessages = await this.conversations.hasMessages(view.realmId, participants);
      refuse(decideDirectMessage({ ...conversation, hasEarlierMessages }));
    }
  }
}

/** Bots that are written to and whose services are called; what bots write calls nobody: two of them would never stop. */
function calledBots(sender: DirectoryUser, participants: readonly DirectoryUser[]): number[] {
  if (sender.isBot) return [];
  return participants.filter(({ botType }) => isAnsweredFor(botType)).map(({ id }) => id);
}
