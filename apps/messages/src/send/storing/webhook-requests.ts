import { Injectable } from '@nestjs/common';

/**
 * Notifies this process that a message was committed about which services of bots are to be called. A hint: the rows say
 * so as well, and others find them in seconds.
 */
@Injectable()
export class WebhookRequests {
  private listener: () => void = () => undefined;

  onRequest(listener: () => void): void {
    this.listener = listener;
  }

  announce(): void {
    this.listener();
  }
}
