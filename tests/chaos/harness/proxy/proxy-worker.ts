import { parentPort, workerData } from 'node:worker_threads';
import type { LinkFaultKind } from '../faults/fault';
import { FaultProxy } from './fault-proxy';

/** The pool's message to its thread: the fault of some links, undefined = none any more. */
export interface ProxyCommand {
  id: number;
  names: readonly string[];
  fault: LinkFaultKind | undefined;
}

/** One link: its name and the port of the server behind it. */
export interface ProxyLink {
  name: string;
  targetPort: number;
}

/** All links live in a thread of their own: what the clients and the checker do must not slow them. */
async function main(links: readonly ProxyLink[]): Promise<void> {
  const proxies = new Map(links.map(({ name, targetPort }) => [name, new FaultProxy(targetPort)]));
  const ports: Record<string, number> = {};
  for (const [name, proxy] of proxies) ports[name] = await proxy.listen();
  parentPort?.on('message', ({ id, names, fault }: ProxyCommand) => {
    for (const name of names) proxies.get(name)?.setFault(fault);
    parentPort?.postMessage(id);
  });
  parentPort?.postMessage(ports);
}

void main(workerData);
