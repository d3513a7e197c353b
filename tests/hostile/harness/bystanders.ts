import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BystanderOrders, Sample } from './bystander-messages';

/** People of an organization that has nothing to do with the attacks, who work on meanwhile. */
export class Bystanders {
  private constructor(private readonly worker: Worker) {}

  static async start(orders: BystanderOrders): Promise<Bystanders> {
    const worker = new Worker(path.join(__dirname, 'bystander-worker.js'), { workerData: orders });
    await once(worker, 'message');
    return new Bystanders(worker);
  }

  /** What they did since this was asked last. */
  async take(): Promise<Sample[]> {
    const answered = once(this.worker, 'message');
    this.worker.postMessage('take');
    const [samples]: Sample[][] = await answered;
    return samples ?? [];
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}
