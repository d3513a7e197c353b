import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { renderMessage } from '@stoa/contracts/messages';
import { Directory } from '@stoa/directory';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { accountDeactivated } from '@stoa/errors';
import { MessageRenderer } from '../rendering/message-renderer';

/** What a message would look like (messages.md 8). */
@Injectable()
export class PreviewService {
  constructor(
    private readonly directory: Directory,
    private readonly renderer: MessageRenderer,
  ) {}

  /** As a send would render it, but neither normalised nor cut. @throws DomainError `Unable to render message` */
  @Handles(renderMessage)
  preview(
    { actor }: ActorContext,
    { content }: RequestOf<typeof renderMessage>,
  ): Promise<RpcResponse<typeof renderMessage>> {
    return this.directory.decideConfirmed(actor.realmId, async (view) => {
      const sender = (await view.users()).get(actor.userId);
      if (!sender) throw accountDeactivated();
      return { rendered: await this.renderer.preview(view, content, sender) };
    });
  }
}
