import { Injectable } from '@nestjs/common';
import { widgetOfText } from '../widgets/widget';
import { parseWidgetContent } from '../widgets/widget-check';
import { SentWidget } from '../widgets/sent-widget';
import { SendMessageRepository } from '../storing/send-message.repository';

/** Makes the first submessage of messages that are widgets (markdown.md 13.2). */
@Injectable()
export class WidgetStarter {
  constructor(private readonly repository: SendMessageRepository) {}

  /**
   * @param given the parameter `widget_content`, which goes before what the text says
   * @throws DomainError `Widgets: …`
   */
  async of(content: string, given: string | undefined): Promise<SentWidget | null> {
    const widget = given === undefined ? widgetOfText(content) : parseWidgetContent(given);
    if (!widget) return null;
    return { submessageId: await this.repository.drawSubmessageId(), content: JSON.stringify(widget) };
  }
}
