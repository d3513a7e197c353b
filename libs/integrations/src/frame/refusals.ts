import { DomainError, badRequest, unauthorized } from '@stoa/errors';

/** The only text by which tools know that {@link Integration.neededFields} are missing. */
export const INVALID_PAYLOAD = 'Invalid payload';

/** What is said to tools (docs/integrations/README.md). */
export const refusals = {
  /** A success, so that the tool goes on sending: it has events that nobody asked for. */
  unsupportedEvent: (integration: string, event: string) =>
    new DomainError(
      'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
      `The '${event}' event isn't currently supported by the ${integration} webhook; ignoring`,
      { status: 200, data: { webhook_name: integration, event_type: event } },
    ),
  unknownShape: (integration: string) =>
    new DomainError('ANOMALOUS_WEBHOOK_PAYLOAD', `Unable to parse request: Did ${integration} generate this event?`),
  missingHeader: (header: string) =>
    new DomainError('MISSING_HTTP_EVENT_HEADER', `Missing the HTTP event header '${header}'`, { data: { header } }),
  missingFields: () => badRequest(INVALID_PAYLOAD),
  notJson: () => new DomainError('INVALID_JSON', 'Malformed JSON'),
  wrongSignature: () => unauthorized('Webhook signature verification failed.'),
};
