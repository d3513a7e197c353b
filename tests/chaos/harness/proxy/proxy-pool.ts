import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LinkFaultKind } from '../faults/fault';
import type { ProxyCommand, ProxyLink } from './proxy-worker';

/** The links of a cluster, each a {@link FaultProxy} in one thread. */
export class ProxyPool {
  private lastCommand = 0;

  private constructor(
    private readonly worker: Worker,
    private readonly ports: Readonly<Record<string, number>>,
  ) {}

  static async start(links: readonly ProxyLink[]): Promise<ProxyPool> {
    const worker = new Worker(path.join(__dirname, 'proxy-worker.js'), { workerData: links });
    const [ports]: Record<string, number>[] = await once(worker, 'message');
    if (!ports) throw new Error('the links did not start');
    return new ProxyPool(worker, ports);
  }

  /** The port at which a link is entered. */
  port(name: string): number {
    const port = this.ports[name];
    if (port === undefined) throw new Error(`there is no link ${name}`);
    return port;
  }

  /** Resolves when the links behave so. */
  setFault(names: readonly string[], fault: LinkFaultKind | undefined): Promise<void> {
    this.lastCommand += 1;
    const command: ProxyCommand = { id: this.lastCommand, names, fault };
    return new Promise((resolve) => {
      const onAnswer = (id: unknown) => {
        if (id !== command.id) return;
        this.worker.off('message', onAnswer);
        resolve();
      };
      this.worker.on('message', onAnswer);
      this.worker.postMessage(command);
    });
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}
