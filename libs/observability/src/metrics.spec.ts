import { Metrics } from './metrics';

describe('metrics', () => {
  const metrics = new Metrics({ service: 'test', replica: '1' });
  metrics.counter('stoa_things_total', 'Things').inc(2);
  metrics.gauge('stoa_other_things', 'Other things').set(3);

  it('are told all, or those that are named', async () => {
    const things = 'stoa_things_total{service="test",replica="1"} 2';
    const others = 'stoa_other_things{service="test",replica="1"} 3';
    const all = (await metrics.text([])).split('\n');
    expect(all).toEqual(expect.arrayContaining([things, others]));
    const named = (await metrics.text(['stoa_things_total', 'made_up'])).split('\n');
    expect(named.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([things]);
  });

  it('do not list connections', async () => {
    expect(await metrics.text([])).not.toMatch(/active_handles|open_fds/);
  });
});
