import { badRequest } from '@stoa/errors';
import type { Integration, Notice } from '../frame/declaration';
import type { Payload } from '../frame/payload';

function readTopicAndContent(payload: Payload): Notice[] {
  const topic = payload.optionalLabel('topic') ?? payload.optionalLabel('subject');
  const content = payload.optionalLabel('content');
  if (topic === undefined) throw badRequest("Topic can't be empty");
  if (content === undefined) throw badRequest("Content can't be empty");
  return [{ topic, content, isSelfContained: true }];
}

/** Whoever enters the key at the tool sees then whose it is. */
function asksForAccount(payload: Payload): boolean {
  return payload.optionalLabel('type') === 'auth';
}

const samples = [{ name: 'A message', body: { topic: 'Leads', content: 'Ada Lovelace asked for an offer.' } }] as const;

export const zapier: Integration = {
  name: 'zapier',
  displayName: 'Zapier',
  setup:
    'In Zapier, add the action **Webhooks by Zapier**, **POST**, with the URL `{{url}}`, the payload type **JSON** and the ' +
    'fields `topic` and `content`.',
  body: 'fields',
  isWrittenByPeople: true,
  asksForAccount,
  read: (payload) => (asksForAccount(payload) ? [] : readTopicAndContent(payload)),
  samples,
};

export const ifttt: Integration = {
  name: 'ifttt',
  displayName: 'IFTTT',
  setup:
    'In IFTTT, choose the action **Webhooks: make a web request** with the URL `{{url}}`, the method **POST**, the content ' +
    'type `application/json` and the body `{"topic": "…", "content": "…"}`.',
  body: 'fields',
  isWrittenByPeople: true,
  asksForAccount,
  read: (payload) => (asksForAccount(payload) ? [] : readTopicAndContent(payload)),
  samples,
};
