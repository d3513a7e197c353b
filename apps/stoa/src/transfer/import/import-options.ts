import type { ExternalAddress } from '@stoa/policy';
import type { ProgressReport } from '../../base/command-line/progress';

export interface ImportOptions {
  folder: string;
  /** Of the organization that is made; '' is the root. */
  subdomain: string;
  /** Stop after the check: nothing is written. */
  isDryRun: boolean;
  address: ExternalAddress;
  /** Under which addresses of external media are signed; undefined when they are not proxied. */
  mediaProxyKey: string | undefined;
  onProgress(report: ProgressReport): void;
}

export interface ImportResult {
  /** Null after a dry run. */
  realmId: number | null;
  url: string;
  /** imported, unchanged (an earlier run had finished) or checked (a dry run). */
  outcome: 'imported' | 'unchanged' | 'checked';
  /** A run before this one had begun it. */
  isResumed: boolean;
  messages: number;
}
