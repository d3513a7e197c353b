import type { AdministeredBot, BotObject, BotServiceObject } from '@stoa/contracts/users';

/** A bot as those who administer it see it: what its account shows is told with the account. */
export function administeredBot(stored: BotObject): AdministeredBot {
  return {
    user_id: stored.user_id,
    default_sending_stream: stored.default_sending_stream,
    default_events_register_stream: stored.default_events_register_stream,
    default_all_public_streams: stored.default_all_public_streams,
    services: stored.services,
  };
}

/** A service as sessions of browsers see it. */
export function withoutToken(service: BotServiceObject): BotServiceObject {
  return 'token' in service ? { ...service, token: '' } : service;
}

/** Fields of a bot whose changes are told by `realm_bot`. */
const TOLD: ReadonlySet<string> = new Set<keyof AdministeredBot>([
  'default_sending_stream',
  'default_events_register_stream',
  'default_all_public_streams',
  'services',
]);

export function isToldOfBots(change: object): boolean {
  return Object.keys(change).some((field) => TOLD.has(field));
}
