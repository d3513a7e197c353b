import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@stoa/testing';
import { PushRelay } from '../../../support/push-relay';
import type { ChaosCluster } from '../cluster/chaos-cluster';
import { Fault, LinkFaultKind, Replica, SERVICES, ServerName, ServiceName } from './fault';
import { restorePostgres } from './restore';
import { overflowQueue, revokeLeases, stealLeases } from './queue-faults';
import { starveConsumer } from './slow-consumer';
import type { FaultTools } from './fault-tools';

/**
 * Lets a fault happen and waits until everything is healthy again.
 * @param isOver called when the fault itself is over, if that is earlier
 * @returns the outcome, for the report
 */
export async function inflict(fault: Fault, tools: FaultTools, isOver: () => void): Promise<string | undefined> {
  const { chaos } = tools;
  switch (fault.kind) {
    case 'service.kill':
      return chaos.replaced(chaos.signal(fault.service, fault.replica, 'SIGKILL')).then(nothing);
    case 'service.restart':
      return chaos.replaced(chaos.signal(fault.service, fault.replica, 'SIGTERM')).then(nothing);
    case 'service.pause':
    case 'service.pauses':
      return pauseService(chaos, fault, isOver).then(nothing);
    case 'service.rolling':
      return rollingRestart(chaos).then(nothing);
    case 'clock.step':
      return stepClock(chaos, fault).then(nothing);
    case 'server.kill':
      return restartServer(chaos, { ...fault, forMs: 0 }, isOver).then(nothing);
    case 'server.down':
      return restartServer(chaos, fault, isOver).then(nothing);
    case 'server.pause':
    case 'server.pauses':
      return pauseServer(chaos, fault, isOver).then(nothing);
    case 'redis.wipe':
      return wipeRedis(chaos).then(nothing);
    case 'redis.full':
      return fillDisk(chaos);
    case 'postgres.restore':
      return restorePostgres(tools, fault.afterMs);
    case 'link':
      return breakLink(chaos, fault, isOver).then(nothing);
    case 'edge':
      return breakEdge(chaos, fault.link, fault.forMs).then(nothing);
    case 'nats.slow-consumer':
      return starveConsumer(tools, fault);
    case 'lease.revoke':
      return revokeLeases(chaos.servers.redisUrl);
    case 'lease.steal':
      return stealLeases(chaos.servers.redisUrl, fault.forMs);
    case 'queue.overflow':
      return overflowQueue(tools);
    case 'push-relay.kill':
      return chaos.replaced(chaos.signal('push-relay-dev', 1, 'SIGKILL')).then(nothing);
    case 'push-relay.outage':
      return relayOutage(chaos, fault.forMs).then(nothing);
  }
}

interface ServerOutage {
  server: ServerName;
  forMs: number;
}

function nothing(): undefined {
  return undefined;
}

/**
 * Stops processes for a time. With `gapMs`, again so soon after they went on: what recovered meets what had not yet.
 */
async function pauseBy(
  signal: (name: 'SIGSTOP' | 'SIGCONT') => unknown,
  { forMs, gapMs }: { forMs: number; gapMs?: number },
): Promise<void> {
  signal('SIGSTOP');
  try {
    await pause(forMs);
  } finally {
    signal('SIGCONT');
  }
  if (gapMs === undefined) return;
  await pause(gapMs);
  await pauseBy(signal, { forMs });
}

async function pauseService(
  chaos: ChaosCluster,
  fault: { service: ServiceName; replica: Replica; forMs: number; gapMs?: number },
  isOver: () => void,
): Promise<void> {
  await pauseBy((name) => chaos.signal(fault.service, fault.replica, name), fault);
  isOver();
  await chaos.ready();
}

/** Every process is replaced in order, one at a time, as an upgrade does it. */
async function rollingRestart(chaos: ChaosCluster): Promise<void> {
  for (const service of SERVICES) {
    for (const number of chaos.numbers('all')) await chaos.replaced(chaos.signal(service, number, 'SIGTERM'));
  }
}

async function stepClock(chaos: ChaosCluster, fault: Fault & { kind: 'clock.step' }): Promise<void> {
  chaos.setClock(fault.service, fault.replica, fault.byMs);
  await pause(fault.forMs);
  chaos.setClock(fault.service, fault.replica, 0);
}

/** PostgreSQL is shut down immediately, without a checkpoint; the others are killed. */
async function restartServer(chaos: ChaosCluster, { server: name, forMs }: ServerOutage, isOver: () => void) {
  const server = chaos.servers[name];
  await server.stop(name === 'postgres' ? 'SIGQUIT' : 'SIGKILL');
  await pause(forMs);
  await server.start();
  isOver();
  await chaos.ready();
}

async function pauseServer(chaos: ChaosCluster, fault: ServerOutage & { gapMs?: number }, isOver: () => void) {
  await pauseBy((name) => chaos.servers[fault.server].signalAll(name), fault);
  isOver();
  await chaos.ready();
}

async function wipeRedis(chaos: ChaosCluster): Promise<void> {
  const { servers } = chaos;
  await servers.redis.stop('SIGKILL');
  servers.removeRedisData();
  await servers.redis.start();
  await chaos.ready();
}

/** Redis cannot write any more: it dies in the middle of a write, and comes back when there is room again. */
async function fillDisk(chaos: ChaosCluster): Promise<string> {
  const { servers } = chaos;
  servers.limitRedisLog(2_000);
  const giveUp = setTimeout(() => servers.redis.isRunning && servers.redis.signal('SIGKILL'), 20_000);
  await servers.redis.ended();
  clearTimeout(giveUp);
  await servers.redis.start();
  await chaos.ready();
  return 'its log ended in the middle of a write';
}

async function breakLink(chaos: ChaosCluster, fault: Fault & { kind: 'link' }, isOver: () => void): Promise<void> {
  await chaos.setLinkFault(fault.service, fault.replica, fault.server, fault.link);
  await pause(fault.forMs);
  await chaos.setLinkFault(fault.service, fault.replica, fault.server, undefined);
  isOver();
  await chaos.ready();
}

async function breakEdge(chaos: ChaosCluster, link: LinkFaultKind, forMs: number): Promise<void> {
  await chaos.setEdgeFault(link);
  await pause(forMs);
  await chaos.setEdgeFault(undefined);
}

async function relayOutage(chaos: ChaosCluster, forMs: number): Promise<void> {
  const relay = PushRelay.of(chaos.cluster);
  const behave = (mode: 'server_error' | 'ok') => eventually(async () => (await relay.behave(mode), true));
  await behave('server_error');
  await pause(forMs);
  await behave('ok');
}
