import { Injectable } from '@nestjs/common';
import { Directory } from '@stoa/directory';
import { ActorContext } from '@stoa/rpc';
import { accountDeactivated } from '@stoa/errors';
import { MessageRenderer } from '../rendering/message-renderer';

/** `POST /messages/render` (messages.md 8). */
@Injectable()
export class PreviewService {
  constructor(
    private readonly directory: Directory,
    private readonly renderer: MessageRenderer,
  ) {}

  /** As a send would render it, but neither normalised nor cut. @throws DomainError `Unable to render message` */
  preview({ actor }: ActorContext, content: string): Promise<string> {
    return this.directory.decideConfirmed(actor.realmId, async (view) => {
      const sender = (await view.users()).get(actor.userId);
      if (!sender) throw accountDeactivated();
      return this.renderer.preview(view, content, sender);
    });
  }
}
