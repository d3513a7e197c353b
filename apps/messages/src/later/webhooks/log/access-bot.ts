import { DirectoryUser, DirectoryView } from '@stoa/directory';
import { badRequest, insufficientPermission } from '@stoa/errors';
import { AdministeredUser, botCallsSeen } from '@stoa/policy';

export interface SeenBot {
  bot: DirectoryUser;
  requester: DirectoryUser;
  seen: 'outcomes' | 'everything';
}

/** A bot of which somebody asks what it was asked. @throws DomainError `No such bot`, `Insufficient permission` */
export async function accessBot(view: DirectoryView, userId: number, botId: number): Promise<SeenBot> {
  const users = await view.users();
  const requester = users.get(userId);
  const bot = users.get(botId);
  if (!requester || !bot?.isBot) throw badRequest('No such bot');
  const seen = botCallsSeen(administered(requester), administered(bot));
  if (seen === 'nothing') throw insufficientPermission();
  return { bot, requester, seen };
}

/** An account as rules of administration see it. */
export function administered({ id, role, isBot, botOwnerId, canCreateUsers }: DirectoryUser): AdministeredUser {
  return { userId: id, role, isBot, botOwnerId, canCreateUsers };
}
