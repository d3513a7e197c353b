import { Fault, LINK_FAULTS, SERVERS, SERVICES, faultName } from './faults/fault';
import { SeededRandom } from './random';
import { Step, fullRound, planSchedule } from './schedule';

const OPTIONS = { seed: 7, replicas: 2, brief: false };

function first(count: number, options = OPTIONS): Step[] {
  const steps: Step[] = [];
  for (const step of planSchedule(options)) {
    if (steps.push(step) === count) break;
  }
  return steps;
}

describe('a schedule', () => {
  it('follows from its seed', () => {
    expect(first(120)).toEqual(first(120));
    expect(first(20, { ...OPTIONS, seed: 8 })).not.toEqual(first(20));
  });

  it('has every kind of fault in its first round', () => {
    const round = fullRound(new SeededRandom(1), OPTIONS);
    const names = new Set(round.map(faultName));
    for (const service of SERVICES) {
      for (const kind of ['kill', 'pause', 'restart']) expect(names).toContain(`service.${kind} ${service}`);
    }
    for (const server of SERVERS) {
      for (const kind of ['kill', 'pause', 'pauses', 'down']) expect(names).toContain(`server.${kind} ${server}`);
      for (const link of LINK_FAULTS) {
        expect(round.some((fault) => fault.kind === 'link' && fault.link === link && fault.server === server)).toBe(
          true,
        );
      }
    }
    for (const service of ['events', 'gateway']) expect([...names].join()).toContain(`service.pauses ${service}`);
    const kinds = new Set<Fault['kind']>(round.map(({ kind }) => kind));
    const others: Fault['kind'][] = [
      ...(['redis.wipe', 'redis.full', 'postgres.restore', 'clock.step', 'lease.revoke', 'lease.steal'] as const),
      ...(['queue.overflow', 'nats.slow-consumer', 'service.rolling', 'push-relay.kill'] as const),
    ];
    for (const kind of others) expect(kinds).toContain(kind);
  });

  it('has one fault at a time in the first round, and pairs later', () => {
    const round = fullRound(new SeededRandom(OPTIONS.seed), OPTIONS).length;
    const steps = first(3 * round);
    expect(steps.slice(0, round).every((step) => step.length === 1)).toBe(true);
    expect(steps.slice(round).some((step) => step.length === 2)).toBe(true);
  });

  it('ends after one round in the short form', () => {
    const brief = [...planSchedule({ ...OPTIONS, brief: true })].flat();
    expect(new Set(brief.map(faultName)).size).toBe(brief.length);
    for (const service of SERVICES) {
      expect(brief.some((fault) => fault.kind === 'service.kill' && fault.service === service)).toBe(true);
    }
  });

  it('names replicas that exist', () => {
    for (const step of first(200)) {
      for (const fault of step) {
        if ('replica' in fault && fault.replica !== 'all') expect([1, 2]).toContain(fault.replica);
      }
    }
  });
});
