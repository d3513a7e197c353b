import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '@stoa/testing';
import { WebSocket } from 'undici';
import type { BenchCluster } from './bench-cluster';
import { isObject, objectField, parseObject } from './json';

/** By process; it stays open and answers no second signal. */
const openInspectors = new Map<number, string>();

async function openInspector(pid: number, log: string): Promise<string> {
  const addresses = (): string[] => readFileSync(log, 'utf8').match(/ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/g) ?? [];
  const known = addresses().length;
  process.kill(pid, 'SIGUSR1');
  await eventually(() => addresses().length > known, { timeoutMs: 10_000 });
  return addresses().at(-1) ?? '';
}

/** Speaks the inspector's protocol with one service process of an inspectable cluster. */
export class Inspector {
  private next = 1;
  private readonly waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();

  private constructor(
    readonly service: string,
    private readonly socket: WebSocket,
  ) {
    socket.addEventListener('message', ({ data }) => this.take(parseObject(String(data))));
  }

  /** Opens the inspectors of all service processes: a signal each, and the address from its log. */
  static async attachAll(cluster: BenchCluster): Promise<Inspector[]> {
    return Promise.all(
      cluster.cluster.description.processes.map(async ({ service, replica, pid }) => {
        const log = path.join(cluster.cluster.dataDir, 'logs', `${service}-${replica}.log`);
        const address = openInspectors.get(pid) ?? (await openInspector(pid, log));
        openInspectors.set(pid, address);
        return Inspector.attach(service, address);
      }),
    );
  }

  private static attach(service: string, address: string): Promise<Inspector> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(address);
      socket.addEventListener('open', () => resolve(new Inspector(service, socket)));
      socket.addEventListener('error', () => reject(new Error(`the inspector of ${service} does not answer`)));
    });
  }

  call(method: string, params: object = {}): Promise<unknown> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }

  /** A full collection, so that what is resident is what is needed. */
  async collectGarbage(): Promise<void> {
    await this.call('HeapProfiler.enable');
    await this.call('HeapProfiler.collectGarbage');
    await this.call('HeapProfiler.disable');
  }

  close(): void {
    this.socket.close();
  }

  private take(message: Readonly<Record<string, unknown>>): void {
    const id = Number(message.id);
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (isObject(message.error)) waiting?.reject(new Error(String(message.error.message)));
    else waiting?.resolve(isObject(message.result) ? objectField(message, 'result') : {});
  }
}
