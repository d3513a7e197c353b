import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What one answer proves about the API: docs/use/api-coverage.md follows from these lines (tools/testing/api-coverage.mjs). */
export interface AnswerRecord {
  /** Method and path template: `POST /messages/{message_id}/reactions`. */
  endpoint: string;
  status: number;
  code: string | null;
  requestId: string | null;
}

const DECLARED = 'declared.json';

/** Collects what the end-to-end tests have seen, in the folder that `npm test` names; does nothing without one. */
class CoverageRecorder {
  private readonly file: string | undefined;
  private readonly events = new Set<string>();

  constructor(private readonly folder = process.env.STOA_TEST_COVERAGE) {
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    this.file = path.join(folder, `${process.pid}-${randomBytes(4).toString('hex')}.jsonl`);
  }

  /** Keeps what the API declares, which is the same for all tests: its document and its events. */
  declared(api: { document: unknown; events: readonly string[] }): void {
    if (!this.folder) return;
    const file = path.join(this.folder, DECLARED);
    if (!existsSync(file)) writeFileSync(file, JSON.stringify(api));
  }

  answer(record: AnswerRecord): void {
    this.write(record);
  }

  /** @param key `type` or `type/op` */
  event(key: string): void {
    if (this.events.has(key)) return;
    this.events.add(key);
    this.write({ event: key });
  }

  private write(record: object): void {
    if (this.file) appendFileSync(this.file, `${JSON.stringify(record)}\n`);
  }
}

export const coverage = new CoverageRecorder();
