import { setImmediate as nextTurn } from 'node:timers/promises';
import { Metrics } from '@stoa/observability';
import { GatewayEnvironment } from '../gateway-environment';
import { LargeForms } from './large-forms';
import { LoopTurns } from './loop-turns';

describe('LargeForms', () => {
  const forms = () =>
    new LargeForms(
      new LoopTurns(),
      Object.assign(new GatewayEnvironment(), { STOA_HTTP_WAIT_MS: 1_000 }),
      new Metrics({ service: 'gateway', replica: '1' }),
    );

  it('has the forms of an organization read one after the other, and another one in between', async () => {
    const order: string[] = [];
    const large = forms();
    const read = (name: string, tenant: number, user: number) =>
      large.run({ tenant, user, bytes: 0 }, async () => {
        order.push(`${name} begins`);
        await nextTurn();
        await nextTurn();
        order.push(`${name} ends`);
      });
    await Promise.all([read('a', 1, 1), read('b', 1, 2), read('c', 1, 1), read('other', 2, 9)]);
    const own = order.filter((entry) => !entry.startsWith('other'));
    expect(own).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    expect(order.indexOf('other begins')).toBeLessThan(order.indexOf('b begins'));
  });

  it('leaves the event loop to others between two of them, though each is done at once', async () => {
    const large = forms();
    let turns = 0;
    let isOver = false;
    const others = (async () => {
      while (!isOver) {
        await nextTurn();
        turns += 1;
      }
    })();
    const begun: number[] = [];
    await Promise.all(
      [1, 2, 3, 4].map((user) => large.run({ tenant: 1, user, bytes: 0 }, async () => void begun.push(turns))),
    );
    isOver = true;
    await others;
    expect(new Set(begun).size).toBe(4);
  });

  it('answers each at once, and lets an organization rest in proportion to what it sent', async () => {
    const large = forms();
    const begun: number[] = [];
    const send = async (user: number) => {
      const began = await large.run({ tenant: 1, user, bytes: 2_500_000 }, async () => performance.now());
      begun.push(began);
      return performance.now() - began;
    };
    const answered = await Promise.all([send(1), send(2)]);
    expect((begun[1] ?? 0) - (begun[0] ?? 0)).toBeGreaterThanOrEqual(99);
    expect(Math.max(...answered)).toBeLessThan(90);
  });

  it('passes on what goes wrong', async () => {
    const failing = forms().run({ tenant: 1, user: 1, bytes: 0 }, async () => Promise.reject(new Error('unreadable')));
    await expect(failing).rejects.toThrow('unreadable');
  });
});
