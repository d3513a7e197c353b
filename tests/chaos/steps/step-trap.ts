import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '@stoa/testing';

/** By what the processes recognize the message, at steps that do not have its text. */
export interface StepOrder {
  step: string;
  service: string;
  /** In the message's text, and in no other. */
  marker: string;
  partition: number;
  /** Who is notified by push, the number of the device, and the newest message that it was notified of before. */
  userId: number;
  account: string;
  afterMessageId: number;
  /** A queue, and the newest event that its client had before. */
  queueId: string;
  afterEventId: number;
}

/** What the process that died said of the moment. */
export interface StepDeath {
  pid: number;
  /** Where the message was committed by then. */
  messageId?: number;
}

/** Sets where the next process that was started with kill-at-step.cjs dies. */
export class StepTrap {
  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true });
  }

  /** A file for STOA_LAUNCHER_OVERRIDES that puts all replicas of these services into the trap. */
  writeOverrides(replicas: Readonly<Record<string, number>>): string {
    const overrides = Object.entries(replicas).flatMap(([service, count]) => {
      const own = {
        NODE_OPTIONS: `--require ${path.join(__dirname, 'kill-at-step.cjs')}`,
        STOA_STEP_FOLDER: this.folder,
        STOA_STEP_SERVICE: service,
      };
      return Array.from({ length: count }, (_, index) => [`${service}-${index + 1}`, own]);
    });
    const file = this.file('overrides.json');
    writeFileSync(file, JSON.stringify(Object.fromEntries(overrides)));
    return file;
  }

  arm(order: StepOrder): void {
    for (const name of ['fired', 'holding']) rmSync(this.file(name), { force: true });
    writeFileSync(this.file('order'), JSON.stringify(order));
    renameSync(this.file('order'), this.file('armed'));
  }

  disarm(): void {
    rmSync(this.file('armed'), { force: true });
  }

  /** Waits until a process has stopped before the step and looks out for the message. */
  async isHolding(): Promise<void> {
    await eventually(() => existsSync(this.file('holding')));
  }

  get death(): StepDeath | undefined {
    if (!existsSync(this.file('fired'))) return undefined;
    const death: StepDeath = JSON.parse(readFileSync(this.file('fired'), 'utf8'));
    return death;
  }

  private file(name: string): string {
    return path.join(this.folder, name);
  }
}
