import type { Connections } from '../overload/connections';
import type { DelayedFailures } from './delayed-failures';
import type { EventStreams } from './event-streams';
import { GatewayDrain } from './gateway-drain';
import type { HeldPolls } from './held-polls';
import type { KeptQueues } from './kept-queues';

it('a gateway that stops says so in every answer, answers what it holds, and serves until its clients are gone', async () => {
  const steps: string[] = [];
  const note = (step: string) => (): void => void steps.push(step);
  const noteLater = (step: string) => (): Promise<void> => Promise.resolve(note(step)());
  const polls: Pick<HeldPolls, 'drain' | 'stop'> = { drain: noteLater('held polls'), stop: note('end of polls') };
  const streams: Pick<EventStreams, 'drain' | 'stop'> = { drain: noteLater('streams'), stop: note('end of streams') };
  const kept: Pick<KeptQueues, 'drain' | 'stop'> = { drain: noteLater('kept queues'), stop: note('end of these') };
  const failures: Pick<DelayedFailures, 'drain'> = { drain: note('delayed failures') };
  const connections: Pick<Connections, 'startDraining' | 'drained'> = {
    startDraining: note('announcement'),
    drained: noteLater('last clients'),
  };
  const drain = new GatewayDrain(
    polls as HeldPolls,
    streams as EventStreams,
    kept as KeptQueues,
    failures as DelayedFailures,
    connections as Connections,
  );
  await drain.beforeApplicationShutdown();
  // An answer before the announcement would keep its connection.
  const held = ['delayed failures', 'held polls', 'streams', 'kept queues'];
  expect(steps).toEqual(['announcement', ...held, 'last clients', 'end of polls', 'end of streams', 'end of these']);
});
