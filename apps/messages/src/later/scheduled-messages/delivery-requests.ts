import { Injectable } from '@nestjs/common';

/**
 * Notifies this process that something was committed that is to be delivered later. A hint: the rows say so as well, and
 * every process looks at them from time to time.
 */
@Injectable()
export class DeliveryRequests {
  private listener: () => void = () => undefined;

  onRequest(listener: () => void): void {
    this.listener = listener;
  }

  announce(): void {
    this.listener();
  }
}
