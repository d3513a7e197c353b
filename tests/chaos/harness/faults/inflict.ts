import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@stoa/testing';
import { PushRelay } from '../../../support/push-relay';
import type { ChaosCluster } from '../cluster/chaos-cluster';
import { Fault, LinkFaultKind, Replica, SERVICES, ServerName, ServiceName } from './fault';
import { restorePostgres } from './restore';
import { overflowQueue, revokeLeases, stealLeases } from './queue-faults';
import { starveConsumer } from './slow-consumer';
import type { FaultTools } from './fault-tools';

/** Lets a fault happen and waits until everything is healthy again. @returns the outcome, for the report */
export async function inflict(fault: Fault, tools: FaultTools): Promise<string | undefined> {
  const { chaos } = tools;
  switch (fault.kind) {
    case 'service.kill':
      return chaos.replaced(chaos.signal(fault.service, fault.replica, 'SIGKILL')).then(nothing);
    case 'service.restart':
      return chaos.replaced(chaos.signal(fault.service, fault.replica, 'SIGTERM')).then(nothing);
    case 'service.pause':
      return pauseService(chaos, fault.service, fault.replica, fault.forMs).then(nothing);
    case 'service.rolling':
      return rollingRestart(chaos).then(nothing);
    case 'clock.step':
      return stepClock(chaos, fault).then(nothing);
    case 'server.kill':
      return restartServer(chaos, fault.server, 0).then(nothing);
    case 'server.down':
      return restartServer(chaos, fault.server, fault.forMs).then(nothing);
    case 'server.pause':
      return pauseServer(chaos, fault.server, fault.forMs).then(nothing);
    case 'redis.wipe':
      return wipeRedis(chaos).then(nothing);
    case 'redis.full':
      return fillDisk(chaos);
    case 'postgres.restore':
      return restorePostgres(tools, fault.afterMs);
    case 'link':
      return breakLink(chaos, fault).then(nothing);
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

function nothing(): undefined {
  return undefined;
}

async function pauseService(chaos: ChaosCluster, service: ServiceName, replica: Replica, forMs: number): Promise<void> {
  chaos.signal(service, replica, 'SIGSTOP');
  try {
    await pause(forMs);
  } finally {
    chaos.signal(service, replica, 'SIGCONT');
  }
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
async function restartServer(chaos: ChaosCluster, name: ServerName, downMs: number): Promise<void> {
  const server = chaos.servers[name];
  await server.stop(name === 'postgres' ? 'SIGQUIT' : 'SIGKILL');
  await pause(downMs);
  await server.start();
  await chaos.ready();
}

async function pauseServer(chaos: ChaosCluster, name: ServerName, forMs: number): Promise<void> {
  const server = chaos.servers[name];
  server.signalAll('SIGSTOP');
  try {
    await pause(forMs);
  } finally {
    server.signalAll('SIGCONT');
  }
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

async function breakLink(chaos: ChaosCluster, fault: Fault & { kind: 'link' }): Promise<void> {
  await chaos.setLinkFault(fault.service, fault.replica, fault.server, fault.link);
  await pause(fault.forMs);
  await chaos.setLinkFault(fault.service, fault.replica, fault.server, undefined);
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
