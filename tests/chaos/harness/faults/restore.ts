import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@stoa/testing';
import type { FaultTools } from './fault-tools';

/**
 * PostgreSQL comes back as it was some time ago, as after a failover to a standby that lacked the tail: numbers of
 * transactions, messages and changes are given out again, for others.
 * @param afterMs how long the service goes on after the copy was taken
 */
export async function restorePostgres(tools: FaultTools, afterMs: number): Promise<string> {
  const { chaos, view, world, journal } = tools;
  const { servers } = chaos;
  const from = Date.now();
  await servers.postgres.stop('SIGQUIT');
  servers.copyPostgresData();
  await servers.postgres.start();
  await chaos.ready();
  await pause(afterMs);
  // Nobody writes any more, so that what is lost is known.
  await chaos.setServerFault('postgres', 'refuse');
  await eventually(async () => (await view.countWorking()) === 0, { timeoutMs: 30_000 });
  const acknowledged = journal.acknowledged;
  const lost = await view.log();
  tools.history.addLife(tools.heads, lost);
  await servers.postgres.stop('SIGQUIT');
  servers.restorePostgresData();
  await servers.postgres.start();
  tools.heads = await view.heads();
  world.life += 1;
  tools.lostTails.push({ from, to: Date.now() });
  await chaos.setServerFault('postgres', undefined);
  await chaos.ready();
  const left = [...tools.heads.values()].reduce((sum, head) => sum + head, 0);
  return `${lost.length - left} changes lost of ${lost.length}, ${acknowledged} actions acknowledged by then`;
}
