import type { ChangeLog, LogPage, RelayMove } from '@stoa/changes';
import type { PartitionState } from '@stoa/contracts/changes';
import { OutageMonitor } from '../collection/outage-monitor';

/**
 * The change log, which reports to the monitor whether PostgreSQL works. The relays' calls show it every few seconds.
 */
export class MonitoredChangeLog implements ChangeLog {
  constructor(
    private readonly log: ChangeLog,
    private readonly outages: OutageMonitor,
  ) {}

  move(partition: number, holder: string, maxRows: number): Promise<RelayMove> {
    return this.watch(this.log.move(partition, holder, maxRows));
  }
  moveAll(partitions: readonly number[], holder: string, maxRows: number): Promise<ReadonlyMap<number, RelayMove>> {
    return this.watch(this.log.moveAll(partitions, holder, maxRows));
  }
  release(partition: number, holder: string): Promise<void> {
    return this.watch(this.log.release(partition, holder));
  }
  state(partition: number): Promise<PartitionState> {
    return this.watch(this.log.state(partition));
  }
  read(partition: number, afterSeq: number, maxRows: number, maxBytes: number): Promise<LogPage> {
    return this.watch(this.log.read(partition, afterSeq, maxRows, maxBytes));
  }
  maintain(): Promise<void> {
    return this.log.maintain();
  }

  private async watch<T>(call: Promise<T>): Promise<T> {
    try {
      const result = await call;
      this.outages.report('postgres', true);
      return result;
    } catch (error) {
      this.outages.report('postgres', false);
      throw error;
    }
  }
}
