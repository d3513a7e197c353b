import type { AdministeredBot, BotObject, BotServiceObject } from '@stoa/contracts/users';
import { avatarUrl } from '@stoa/policy';
import { BotRow } from './bot-rows.repository';

const OUTGOING_WEBHOOK = 3;
const EMBEDDED = 4;

/** Opens what is kept sealed. */
export interface Opening {
  key: (sealed: Buffer) => string;
  token: (stored: string) => string;
}

/** A bot as those who administer it see it (users.md 16). @param token opens that of a service */
export function administeredBot(row: BotRow, { token }: Pick<Opening, 'token'>): AdministeredBot {
  return {
    user_id: row.id,
    default_sending_stream: row.default_sending_stream,
    default_events_register_stream: row.default_events_register_stream,
    default_all_public_streams: row.default_all_public_streams,
    services: services(row, token),
  };
}

/** The same with what its account shows and its key, as events hold it. */
export function botObject(row: BotRow, realmId: number, open: Opening): BotObject {
  return {
    ...administeredBot(row, open),
    email: row.email,
    full_name: row.full_name,
    bot_type: row.bot_type,
    is_active: row.is_active,
    api_key: row.encrypted_key ? open.key(row.encrypted_key) : '',
    avatar_url: avatarUrl({
      realmId,
      deliveryEmail: row.delivery_email,
      avatarSource: row.avatar_source,
      avatarVersion: row.avatar_version,
      avatarKey: row.avatar_key,
    }),
    ...(row.bot_owner_id === null ? {} : { owner_id: row.bot_owner_id }),
  };
}

function services(row: BotRow, open: Opening['token']): BotServiceObject[] {
  if (row.bot_type === OUTGOING_WEBHOOK) {
    return row.services.map(({ base_url, interface: form, token }) => ({
      base_url,
      interface: form,
      token: open(token),
    }));
  }
  if (row.bot_type === EMBEDDED) {
    return row.services.map(({ name }) => ({ service_name: name, config_data: row.config }));
  }
  return [];
}
