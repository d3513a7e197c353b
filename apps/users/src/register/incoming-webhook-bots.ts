import { INTEGRATIONS } from '@stoa/integrations';
import { sharedConstant } from '../shared/state/shared-text';

const SECRET = { key: 'webhook_secret', label: 'Secret that deliveries are signed with', validator: 'check_string' };

const INPUT_TYPES = { check_string: 'text', check_bool: 'checkbox' } as const;

/** `realm_incoming_webhook_bots`: what a client needs to make the bot and the address of an integration. */
export const WEBHOOK_BOTS = sharedConstant(
  'realm_incoming_webhook_bots',
  INTEGRATIONS.map(({ name, displayName, events, signature, settings = [], urlOptions = [] }) => ({
    name,
    display_name: displayName,
    all_event_types: events ?? null,
    config_options: [...(signature ? [SECRET] : []), ...settings],
    url_options: urlOptions.map(({ key, label, validator }) => ({ key, label, input_type: INPUT_TYPES[validator] })),
  })),
);
