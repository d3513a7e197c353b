import type { NatsConnection } from '@stoa/rpc';

export interface HintSubscription {
  unsubscribe(): void;
}

/**
 * Best-effort messages between processes. Users must stay correct when any message is lost, doubled or reordered; what
 * must arrive goes through the change log.
 */
export interface HintTransport {
  /** Never throws: a hint that cannot be sent is lost. */
  publish(subject: string, data: Uint8Array): void;
  subscribe(subject: string, onMessage: (data: Uint8Array) => void): HintSubscription;
}

/** Hints over core NATS. */
export class NatsHintTransport implements HintTransport {
  constructor(private readonly connection: NatsConnection) {}

  publish(subject: string, data: Uint8Array): void {
    if (this.connection.isClosed()) return;
    try {
      this.connection.publish(subject, data);
    } catch {
      // Draining or too large: the receiver finds out from the log.
    }
  }

  subscribe(subject: string, onMessage: (data: Uint8Array) => void): HintSubscription {
    return this.connection.subscribe(subject, {
      callback: (error, message) => {
        if (!error) onMessage(message.data);
      },
    });
  }
}
