import type { Connections } from '../overload/connections';
import type { DelayedFailures } from './delayed-failures';
import { GatewayDrain } from './gateway-drain';
import type { HeldPolls } from './held-polls';

it('a gateway that stops says so in every answer, answers what it holds, and serves until its clients are gone', async () => {
  const steps: string[] = [];
  const note = (step: string) => (): void => void steps.push(step);
  const noteLater = (step: string) => (): Promise<void> => Promise.resolve(note(step)());
  const polls: Pick<HeldPolls, 'drain' | 'stop'> = { drain: noteLater('held polls'), stop: note('end of polls') };
  const failures: Pick<DelayedFailures, 'drain'> = { drain: note('delayed failures') };
  const connections: Pick<Connections, 'startDraining' | 'drained'> = {
    startDraining: note('announcement'),
    drained: noteLater('last clients'),
  };
  const drain = new GatewayDrain(polls as HeldPolls, failures as DelayedFailures, connections as Connections);
  await drain.beforeApplicationShutdown();
  // An answer before the announcement would keep its connection.
  expect(steps).toEqual(['announcement', 'delayed failures', 'held polls', 'last clients', 'end of polls']);
});
