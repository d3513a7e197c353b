import { Static, Type } from '@sinclair/typebox';
import { CLOSED, Nullable } from '../rpc/nullable';

/** What an outgoing webhook bot (type 3) or an embedded bot (type 4) talks to. */
export const BotServiceSchema = Type.Union([
  Type.Object(
    {
      base_url: Type.String(),
      interface: Type.Integer({ description: '1 native, 2 Slack-compatible.' }),
      token: Type.String(),
    },
    CLOSED,
  ),
  Type.Object({ service_name: Type.String(), config_data: Type.Record(Type.String(), Type.String()) }, CLOSED),
]);
export type BotServiceObject = Static<typeof BotServiceSchema>;

/** A bot as those who administer it see it (users.md 16). */
export const BotSchema = Type.Object(
  {
    user_id: Type.Integer(),
    email: Type.String(),
    full_name: Type.String(),
    bot_type: Type.Integer({ description: '1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded.' }),
    is_active: Type.Boolean(),
    api_key: Type.String(),
    avatar_url: Type.String(),
    owner_id: Type.Optional(Type.Integer()),
    default_sending_stream: Nullable(Type.String()),
    default_events_register_stream: Nullable(Type.String()),
    default_all_public_streams: Type.Boolean(),
    services: Type.Array(BotServiceSchema),
  },
  CLOSED,
);
export type BotObject = Static<typeof BotSchema>;
