import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { testWelcomeMessage } from '@stoa/contracts/messages';
import { Directory } from '@stoa/directory';
import { badRequest } from '@stoa/errors';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import type { Write } from '@stoa/texts';
import { NoticeService } from '../../send/notices/notice.service';
import { textsFor } from '../../send/notices/texts-for';

/** What new users would get from the welcome bot, sent to the caller (organization.md 14). */
@Injectable()
export class WelcomeMessageService {
  constructor(
    private readonly directory: Directory,
    private readonly notices: NoticeService,
  ) {}

  /** @throws DomainError `Message must not be empty` */
  @Handles(testWelcomeMessage)
  async test(
    ctx: ActorContext,
    { welcome_message_custom_text: text }: RequestOf<typeof testWelcomeMessage>,
  ): Promise<RpcResponse<typeof testWelcomeMessage>> {
    if (text.trim() === '') throw badRequest('Message must not be empty');
    const { realmId, userId } = ctx.actor;
    const content = welcomeText(text, await textsFor(this.directory, realmId, userId));
    const messageId = await this.notices.sendDirect(ctx, userId, content, { by: 'welcome' });
    return { message_id: messageId };
  }
}

/** The organization's own words as a quote, whatever fences they contain. */
export function welcomeText(text: string, write: Write): string {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${write('welcome.note')}\n${fence} quote\n${text}\n${fence}`;
}
