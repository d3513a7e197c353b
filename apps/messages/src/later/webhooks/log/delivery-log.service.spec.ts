import type { Directory } from '@stoa/directory';
import type { ActorContext } from '@stoa/rpc';
import type { MessagesEnvironment } from '../../../messages.environment';
import type { DeliveryLogRepository } from './delivery-log.repository';
import { DeliveryLogService } from './delivery-log.service';
import { SealedLog } from './sealed-log';

const OWNER = { id: 9, role: 400, isBot: false, botOwnerId: null, canCreateUsers: false };
const BOT = { ...OWNER, id: 7, isBot: true, botOwnerId: 9 };

/** @param isOn whether bodies were recorded before @returns what was done, in its order */
async function switched(isOn: boolean, recordsBodies: boolean): Promise<string[]> {
  const done: string[] = [];
  const note = (what: string) => Promise.resolve(void done.push(what));
  const view = { users: () => Promise.resolve(new Map([OWNER, BOT].map((user) => [user.id, user]))) };
  const repository = {
    recordsBodies: () => Promise.resolve(isOn),
    record: (_bot: unknown, isRecorded: boolean) => note(isRecorded ? 'on' : 'off'),
    forgetBodies: () => note('forget'),
  };
  const service = new DeliveryLogService(
    { decideConfirmed: (_realmId: number, decide: (seen: unknown) => unknown) => decide(view) } as unknown as Directory,
    repository as unknown as DeliveryLogRepository,
    new SealedLog({ STOA_API_KEY_SECRET: 's'.repeat(32) } as unknown as MessagesEnvironment),
  );
  const ctx = { requestId: 'r', actor: { realmId: 1, userId: 9 } } as unknown as ActorContext;
  await service.change(ctx, { bot_id: 7, records_bodies: recordsBodies });
  return done;
}

describe('bodies that are recorded', () => {
  it.each([
    ['on to off', true, false, ['off', 'forget']],
    ['off to off', false, false, ['off', 'forget']],
    ['off to on', false, true, ['forget', 'on']],
    ['on to on', true, true, ['on']],
  ] as const)(
    'are forgotten where the switch goes from %s, and never shown again',
    async (_name, isOn, value, done) => {
      expect(await switched(isOn, value)).toEqual(done);
    },
  );
});
