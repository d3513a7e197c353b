import type { AdministeredBot } from '@stoa/contracts/users';
import type { State } from './state';
import { userOf } from './users';

/** A bot that the user administers: what its account shows, and what only its administrators see. */
export interface Bot extends AdministeredBot {
  readonly full_name: string;
  readonly email: string;
  readonly avatar_url: string | null;
  readonly bot_type: number | null;
  readonly owner_id: number | null;
  readonly is_active: boolean;
}

/** Every bot that the user administers. */
export function administeredBots({ bots, users }: Pick<State, 'bots' | 'users'>): Bot[] {
  return [...bots.values()].map((bot) => {
    const {
      full_name,
      email,
      avatar_url,
      bot_type = null,
      bot_owner_id: owner_id = null,
      is_active,
    } = userOf({ users }, bot.user_id);
    return { ...bot, full_name, email, avatar_url, bot_type, owner_id, is_active };
  });
}
