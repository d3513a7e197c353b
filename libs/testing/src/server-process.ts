import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { endWithUs } from './end-with-us';
import { eventually } from './eventually';

/** A server of a test file's own, which the test may pause, kill and start again on the same port. */
export class ServerProcess {
  private child: ChildProcess | undefined;

  constructor(
    readonly url: string,
    readonly port: number,
    private readonly program: string,
    private readonly args: readonly string[],
    /** Sent after connecting, and the first bytes of a healthy answer. */
    private readonly greeting: { send?: string; expect: string },
  ) {}

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /**
   * Starts it and waits until it answers.
   * @throws if it ends meanwhile, as it does when somebody else has taken its port
   */
  async start(): Promise<void> {
    const child = spawn(this.program, this.args, { stdio: 'ignore' });
    this.child = child;
    endWithUs(child);
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
    await eventually(async () => hasEnded() || (await this.answers()), { timeoutMs: 20_000, stepMs: 10 });
    if (hasEnded())
      throw new Error(`${this.program} ended (${child.exitCode ?? child.signalCode}) before it answered.`);
  }

  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  /** Ends it and waits for its end. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  async restart(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    await this.kill(signal);
    await this.start();
  }

  private answers(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect({ port: this.port, host: '127.0.0.1' });
      const end = (result: boolean) => {
        socket.destroy();
        resolve(result);
      };
      socket.setTimeout(1000, () => end(false));
      socket.once('error', () => end(false));
      socket.once('connect', () => this.greeting.send && socket.write(this.greeting.send));
      socket.once('data', (data) => end(data.toString('latin1').startsWith(this.greeting.expect)));
    });
  }
}
