import { Injectable } from '@nestjs/common';

/**
 * Notifies this process that a message was committed whose links need previews. A hint: the row says so as well, and
 * others find it in seconds.
 */
@Injectable()
export class LinkPreviewRequests {
  private listener: () => void = () => undefined;

  onRequest(listener: () => void): void {
    this.listener = listener;
  }

  announce(): void {
    this.listener();
  }
}
