import { Type } from '@sinclair/typebox';
import { RawJson } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { HeldAnswer } from '../http/held-answer';
import type { RequestContext } from '../http/request-context';

const Anything = Type.Object({}, { additionalProperties: true });
const LARGE = JSON.stringify({ text: 'x'.repeat(8 * 1024 * 1024) });

/** Endpoints that last as long as a test wants, or answer more than a connection buffers. */
@EndpointController()
export class BusyController {
  readonly held: HeldAnswer[] = [];
  private readonly working: (() => void)[] = [];

  get count(): number {
    return this.working.length;
  }

  release(): void {
    for (const end of this.working.splice(0)) end();
    for (const answer of this.held.splice(0)) answer.succeed({});
  }

  @Endpoint({ method: 'POST', path: 'work', summary: 'Work', tag: 'T', auth: 'user', response: Anything })
  async work(): Promise<object> {
    await new Promise<void>((resolve) => this.working.push(resolve));
    return {};
  }

  @Endpoint({ method: 'GET', path: 'quick', summary: 'Quick', tag: 'T', auth: 'user', response: Anything })
  quick(): object {
    return {};
  }

  @Endpoint({
    method: 'GET',
    path: 'waiting',
    summary: 'Waiting',
    tag: 'T',
    auth: 'public',
    isPoll: true,
    response: Anything,
  })
  hold(context: RequestContext): HeldAnswer {
    const answer = context.http.hold();
    this.held.push(answer);
    return answer;
  }

  @Endpoint({ method: 'GET', path: 'large', summary: 'Large', tag: 'T', auth: 'public', response: Anything })
  large(): RawJson {
    return new RawJson(LARGE);
  }
}
