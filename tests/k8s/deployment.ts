import { performance } from 'node:perf_hooks';
import { freePort, eventually } from '@stoa/testing';
import { Backend, LoadBalancer } from '../support/load-balancer';
import { ContainerProcess, Surroundings } from './container-process';
import { Container, Manifest } from './rendered-manifests';

/** Bound for what hangs, on a machine that other tests keep busy. */
const STARTING_MS = 180_000;
/** Kubernetes waits until its own components know of a change; the test's know at once, so it waits a tenth. */
const PRE_STOP_SCALE = 0.1;

/** One replica: a container of the manifests as a process of this machine. */
class Pod implements Backend {
  readonly failureThreshold: number;

  constructor(
    readonly process: ContainerProcess,
    private readonly httpPort: number,
  ) {
    this.failureThreshold = process.container.readinessProbe?.failureThreshold ?? 1;
  }

  port(): number | undefined {
    return this.process.isStarted ? this.httpPort : undefined;
  }

  async isReady(): Promise<boolean> {
    return this.process.isStarted && (await this.process.status(this.process.container.readinessProbe)) === 200;
  }

  async becomeReady(): Promise<void> {
    const isDecided = async () => this.process.child.exitCode !== null || (await this.isReady().catch(() => false));
    await eventually(isDecided, { timeoutMs: STARTING_MS });
    if (this.process.child.exitCode !== null) throw new Error(this.process.output);
  }
}

export interface Termination {
  service: string;
  exitCode: number | null;
  /** From SIGTERM to the end, as a share of what its grace period leaves after the preStop hook. */
  graceShare: number;
}

export interface DeploymentOptions {
  replicas: number;
  surroundings: Surroundings;
  /** In front of its pods, if clients connect to them. */
  balancer?: LoadBalancer;
}

/** A Deployment of the manifests, with the strategy, hooks and grace period that it names. */
export class Deployment {
  private pods: Pod[] = [];
  private readonly container: Container;

  constructor(
    private readonly manifest: Manifest,
    private readonly options: DeploymentOptions,
  ) {
    const [container] = manifest.spec?.template?.spec.containers ?? [];
    if (!container) throw new Error(`${manifest.metadata.name} has no container`);
    this.container = container;
    process.once('exit', () => void this.kill());
  }

  async start(): Promise<void> {
    this.pods = await Promise.all(Array.from({ length: this.options.replicas }, () => this.startPod()));
  }

  kill(): Promise<unknown> {
    for (const { process } of this.pods) process.child.kill('SIGKILL');
    return Promise.all(this.pods.map(({ process }) => process.ended()));
  }

  /** Replaces every pod, as a rolling update does. */
  async replaceAll(): Promise<Termination[]> {
    const { surge, unavailable } = this.strategy();
    const ended: Termination[] = [];
    const old = [...this.pods];
    while (old.length > 0) {
      // Old ones that may go before a new one is there, then as many new ones as there may be too many.
      const early = old.splice(0, unavailable);
      const replaced = [...early, ...old.splice(0, surge)];
      const going = early.map((pod) => this.terminate(pod));
      const started = await Promise.all(replaced.map(() => this.startPod()));
      this.pods.push(...started);
      const later = replaced.slice(early.length).map((pod) => this.terminate(pod));
      ended.push(...(await Promise.all([...going, ...later])));
    }
    return ended;
  }

  private strategy(): { surge: number; unavailable: number } {
    const { maxSurge = '25%', maxUnavailable = '25%' } = this.manifest.spec?.strategy?.rollingUpdate ?? {};
    const { replicas } = this.options;
    const surge = Math.ceil(countOf(maxSurge, replicas));
    const unavailable = Math.floor(countOf(maxUnavailable, replicas));
    if (surge + unavailable === 0) throw new Error(`${this.manifest.metadata.name} can never be replaced`);
    return { surge, unavailable };
  }

  private async startPod(): Promise<Pod> {
    const { surroundings, balancer } = this.options;
    const httpPort = await freePort();
    const addresses = { ...surroundings.addresses, STOA_HTTP_PORT: String(httpPort) };
    const pod = new Pod(new ContainerProcess(this.container, { ...surroundings, addresses }), httpPort);
    await pod.becomeReady();
    if (balancer) {
      balancer.add(pod);
      await eventually(() => balancer.has(pod), { timeoutMs: STARTING_MS });
    }
    return pod;
  }

  /** The endpoint goes while the preStop hook runs; then SIGTERM; what is there after the grace period would be killed. */
  private async terminate(pod: Pod): Promise<Termination> {
    const preStopSeconds = this.container.lifecycle?.preStop?.sleep?.seconds ?? 0;
    const graceSeconds = this.manifest.spec?.template?.spec.terminationGracePeriodSeconds ?? 30;
    const pauseMs = preStopSeconds * 1_000 * PRE_STOP_SCALE;
    await pause(pauseMs / 2);
    this.options.balancer?.remove(pod);
    await pause(pauseMs / 2);
    const begun = performance.now();
    pod.process.child.kill('SIGTERM');
    const exitCode = await pod.process.ended();
    this.pods = this.pods.filter((other) => other !== pod);
    const graceShare = (performance.now() - begun) / 1_000 / (graceSeconds - preStopSeconds);
    return { service: this.manifest.metadata.name, exitCode, graceShare };
  }
}

function countOf(amount: string | number, replicas: number): number {
  return typeof amount === 'number' ? amount : (Number.parseFloat(amount) / 100) * replicas;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
