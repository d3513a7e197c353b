import { setTimeout as pause } from 'node:timers/promises';
import { whyNoBadLine, whyNoNodes } from './nodes/network';
import { NodeCluster } from './nodes/node-cluster';
import { Outages, SECOND, expectFewFailures, told } from './nodes/outages';

/**
 * A share of requests. Not none: a server of NATS before 2.11 takes those to whom it still sends something for alive, so
 * now and then all tries of a call are given to the node that is lost.
 */
const FEW = 0.02;
/** Before the heartbeat of a held poll (45 s), which brings whatever was missed. Seen were up to 9 s, and 29 s beside other work. */
const LATEST_ARRIVAL_MS = 40 * SECOND;
/** Polls of a gateway that is lost are answered by another one by then. Seen were up to 5 s. */
const HELD_UNTIL_MS = 10 * SECOND;
/** How far the clocks of two machines are off, one to each side. */
const WRONG_CLOCK_MS = 90 * SECOND;
const obstacle = whyNoNodes();
const lineObstacle = whyNoBadLine();
const BAD_LINE = 'is worse than one with a bad line and a wrong clock, which costs nobody anything';

describe(obstacle ? `the loss of a node (skipped: ${obstacle})` : 'the loss of a node', () => {
  let nodes: NodeCluster;
  let outages: Outages;

  // Each loss finds another installation: what took the place of something that was lost stays there.
  beforeEach(async () => {
    if (obstacle) return;
    nodes = await NodeCluster.start();
    outages = new Outages(nodes);
  });
  afterEach(async () => {
    await nodes?.stop();
  });

  it.skipIf(obstacle)('costs nobody a queue, and hardly anybody an answer', async () => {
    const outcome = await outages.cutOff('c', 20 * SECOND);
    await outages.expectNothingLost(outcome);
    expect(outcome.load.queues.filter(({ isLost }) => isLost)).toEqual([]);
    expectFewFailures(outcome, FEW);
    if (outcome.wasBusy) return;
    expect(outcome.latestArrivalMs, told(outcome.slowPolls)).toBeLessThan(LATEST_ARRIVAL_MS);
    expect(outcome.heldUntilMs).toBeLessThan(HELD_UNTIL_MS);
  });

  it.skipIf(lineObstacle)(lineObstacle ? `${BAD_LINE} (skipped: ${lineObstacle})` : BAD_LINE, async () => {
    let resent = 0;
    const outcome = await outages.harm(() => {
      resent = nodes.network.resent('c');
      nodes.network.worsen('c');
      nodes.setClock('c', WRONG_CLOCK_MS);
      nodes.setClock('a', -WRONG_CLOCK_MS);
    }, 15 * SECOND);
    expect(nodes.network.resent('c')).toBeGreaterThan(resent);
    await outages.expectNothingLost(outcome);
    expect(outcome.load.queues.filter(({ isLost }) => isLost)).toEqual([]);
    expectFewFailures(outcome, FEW);
    if (!outcome.wasBusy) expect(outcome.latestArrivalMs, told(outcome.slowPolls)).toBeLessThan(LATEST_ARRIVAL_MS);
  });

  it.skipIf(obstacle)('with a primary of Redis is over when the replica has taken its place', async () => {
    const outcome = await outages.cutOff('a', 20 * SECOND);
    await outages.expectNothingLost(outcome);
    expectFewFailures(outcome, 0.1);
    expectFewFailures(outcome, FEW, { begunAfter: 12 * SECOND });
    if (!outcome.wasBusy) expect(outcome.latestArrivalMs, told(outcome.slowPolls)).toBeLessThan(LATEST_ARRIVAL_MS);
  });

  it.skipIf(obstacle)('with the primary of PostgreSQL is over when a standby has taken its place', async () => {
    const outcome = await outages.cutOff('d', 25 * SECOND, () => pause(3 * SECOND).then(() => nodes.failOver('b')));
    await outages.expectNothingLost(outcome);
    expectFewFailures(outcome, 0.25);
    expectFewFailures(outcome, FEW, { begunAfter: 15 * SECOND });
  });
});
