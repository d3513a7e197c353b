import { TestCluster, eventually } from '@stoa/testing';

/** A bound for what never comes. */
const PATIENCE_MS = 60_000;

/** How the stand-in acts from now on (docs/build/push-delivery.md). */
export type RelayMode =
  'ok' | 'refuse' | 'timeout' | 'server_error' | 'unauthorized' | 'missing_realm' | 'plan_expired' | 'device_gone';

/** One accepted call of the stand-in. */
export interface RelayCall {
  number: number;
  /** UNIX seconds with a fraction. */
  at: number;
  path: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read any field; the stand-in has validated them
  body: any;
}

/** The stand-in for the push relay, seen through its control paths. */
export class PushRelay {
  constructor(private readonly url: string) {}

  static of(cluster: TestCluster): PushRelay {
    return new PushRelay(cluster.description.push_relay_url);
  }

  /** Standard base64. */
  async publicKey(): Promise<string> {
    const { public_key: key }: { public_key: string } = await this.read('/public_key');
    return key;
  }

  async behave(mode: RelayMode): Promise<void> {
    const response = await fetch(`${this.url}/behave`, { method: 'POST', body: JSON.stringify({ mode }) });
    if (!response.ok) throw new Error(`the stand-in does not ${mode}: ${await response.text()}`);
  }

  /** Accepted calls after a number, oldest first. 64-bit integers lose digits; {@link receivedText} keeps them. */
  async received(after = 0): Promise<RelayCall[]> {
    const { received }: { received: RelayCall[] } = await this.read(`/received?after=${after}`);
    return received;
  }

  async receivedText(after = 0): Promise<string> {
    return (await fetch(`${this.url}/received?after=${after}`)).text();
  }

  /** The number of the newest accepted call. */
  async position(): Promise<number> {
    const { newest }: { newest: number } = await this.read(`/received?after=${Number.MAX_SAFE_INTEGER}`);
    return newest;
  }

  /** The first accepted call that matches, waited for. */
  call(after: number, matches: (call: RelayCall) => boolean, timeoutMs = PATIENCE_MS): Promise<RelayCall> {
    return eventually(async () => (await this.received(after)).find(matches) ?? false, { timeoutMs, stepMs: 50 });
  }

  /** Waits until a call to a path was tried so often after a moment, with any answer. @param since UNIX seconds */
  async attempted(path: string, since: number, times = 1): Promise<void> {
    await eventually(
      async () => {
        const { attempts }: { attempts: { at: number; path: string }[] } = await this.read('/attempts');
        return attempts.filter((attempt) => attempt.path === path && attempt.at >= since).length >= times;
      },
      { timeoutMs: PATIENCE_MS, stepMs: 50 },
    );
  }

  private async read<T>(path: string): Promise<T> {
    const response = await fetch(`${this.url}${path}`);
    const body: T = JSON.parse(await response.text());
    return body;
  }
}
