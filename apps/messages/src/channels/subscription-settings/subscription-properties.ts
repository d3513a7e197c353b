import { badRequest } from '@stoa/errors';
import { isColor } from '../../access/channel-access/channel-rules';

const FLAGS = [
  'is_muted',
  'pin_to_top',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const;

/** A personal column of `subscription` with its new value. */
export type SubscriptionChange =
  { property: 'color'; value: string } | { property: (typeof FLAGS)[number]; value: boolean };

/**
 * @param index of the entry in `subscription_data`
 * @throws DomainError with the texts of channels.md 9.1
 */
export function subscriptionChange(property: string, value: boolean | string, index: number): SubscriptionChange {
  if (property === 'color') {
    if (typeof value !== 'string') throw badRequest('color is not a string');
    if (isColor(value)) return { property, value };
    throw badRequest(`Invalid subscription_data[${index}]: Value error, color is not a valid hex color code`);
  }
  const flag = property === 'in_home_view' ? 'is_muted' : FLAGS.find((name) => name === property);
  if (flag === undefined) throw badRequest(`Unknown subscription property: ${property}`);
  if (typeof value !== 'boolean') throw badRequest(`${property} is not a boolean`);
  return { property: flag, value: property === 'in_home_view' ? !value : value };
}

/** The properties in the event: clients that know only `in_home_view` must learn of muting too (channels.md 13.2). */
export function toldProperties({
  property,
  value,
}: SubscriptionChange): { property: string; value: boolean | string }[] {
  const told = { property, value };
  return property === 'is_muted' ? [{ property: 'in_home_view', value: !value }, told] : [told];
}
