import type { QueueDescriptor } from './types';

/** Reads a stored descriptor. Only this library writes them; the fields that routing depends on are checked. */
export function parseDescriptor(text: string): QueueDescriptor {
  const value: unknown = JSON.parse(text);
  if (!isDescriptor(value)) throw new TypeError(`not a queue descriptor: ${text.slice(0, 200)}`);
  return value;
}

function isDescriptor(value: unknown): value is QueueDescriptor {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  const eventTypes = fields.get('eventTypes');
  return (
    typeof fields.get('id') === 'string' &&
    typeof fields.get('realmId') === 'number' &&
    typeof fields.get('userId') === 'number' &&
    (eventTypes === null || Array.isArray(eventTypes)) &&
    Array.isArray(fields.get('narrow')) &&
    typeof fields.get('capabilities') === 'object'
  );
}
