import { Static, Type } from '@sinclair/typebox';
import { STORED_AS } from '../rpc/define-rpc';
import { CLOSED, Nullable } from '../rpc/nullable';

/** What an outgoing webhook bot (type 3) or an embedded bot (type 4) talks to. */
export const BotServiceSchema = Type.Union([
  Type.Object(
    {
      base_url: Type.String(),
      interface: Type.Integer({ description: '1 native, 2 Slack-compatible.' }),
      token: Type.String({
        description: 'Empty in sessions of browsers, which ask for it at `POST /json/bots/{bot_id}/service_token`.',
      }),
    },
    CLOSED,
  ),
  Type.Object({ service_name: Type.String(), config_data: Type.Record(Type.String(), Type.String()) }, CLOSED),
]);
export type BotServiceObject = Static<typeof BotServiceSchema>;

/** What only those who administer a bot see of it (users.md 16); the rest is that of its account. */
const administered = {
  user_id: Type.Integer(),
  default_sending_stream: Nullable(Type.String()),
  default_events_register_stream: Nullable(Type.String()),
  default_all_public_streams: Type.Boolean(),
  services: Type.Array(BotServiceSchema),
};

/** A bot as it is stored in events: clients of the release before also see the fields of its account, and its key. */
const BotSchema = Type.Object(
  {
    ...administered,
    email: Type.String(),
    full_name: Type.String(),
    bot_type: Type.Integer({ description: '1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded.' }),
    is_active: Type.Boolean(),
    api_key: Type.String(),
    avatar_url: Type.String(),
    owner_id: Type.Optional(Type.Integer()),
  },
  CLOSED,
);
export type BotObject = Static<typeof BotSchema>;

/** A bot as those who administer it see it (users.md 16). */
export const AdministeredBotSchema = Type.Object(administered, { ...CLOSED, [STORED_AS]: BotSchema });
export type AdministeredBot = Static<typeof AdministeredBotSchema>;
