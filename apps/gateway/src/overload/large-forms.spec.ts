import { setImmediate as nextTurn } from 'node:timers/promises';
import { Metrics } from '@stoa/observability';
import { GatewayEnvironment } from '../gateway-environment';
import { LargeForms } from './large-forms';

describe('LargeForms', () => {
  const forms = () =>
    new LargeForms(
      Object.assign(new GatewayEnvironment(), { STOA_HTTP_WAIT_MS: 1_000 }),
      new Metrics({ service: 'gateway', replica: '1' }),
    );

  it('has the forms of an organization read one after the other, and another one in between', async () => {
    const order: string[] = [];
    const large = forms();
    const read = (name: string, tenant: number, user: number) =>
      large.run({ tenant, user }, async () => {
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
    await Promise.all([1, 2, 3, 4].map((user) => large.run({ tenant: 1, user }, async () => void begun.push(turns))));
    isOver = true;
    await others;
    expect(new Set(begun).size).toBe(4);
  });
});
