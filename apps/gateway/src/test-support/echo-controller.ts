import { buffer } from 'node:stream/consumers';
import { Type } from '@sinclair/typebox';
import { DomainError, UnavailableError } from '@stoa/errors';
import { type Decoded, file, integer, integers, text } from '@stoa/http-params';
import { RawJson, RemoteFault } from '@stoa/rpc';
import { Answer, Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { HeldAnswer } from '../http/held-answer';
import type { RequestContext, UserContext } from '../http/request-context';

const echoed = {
  message_id: integer({ doc: 'Which one.' }),
  topic: text({ doc: 'A topic.', optional: true, alias: ['subject'] }),
  ids: integers({ doc: 'Ids.', optional: true }),
};
type Echoed = Decoded<typeof echoed>;

const uploaded = {
  file: file({ doc: 'The file.', maxBytes: 1024, anyName: true }),
  note: text({ doc: 'A note.', optional: true }),
};

const Anything = Type.Object({}, { additionalProperties: true });

/** More than is written together with the headers; not all of it ASCII. */
export const LARGE_TEXT = 'ä'.repeat(40_000);

/** Endpoints that show what the protocol made of a request. */
@EndpointController()
export class EchoController {
  held: HeldAnswer[] = [];

  @Endpoint({
    method: 'GET',
    path: 'echo/{message_id}',
    summary: 'Echo',
    tag: 'T',
    auth: 'public',
    params: echoed,
    response: Anything,
  })
  get(ctx: RequestContext, params: Echoed) {
    return { ...params, client: ctx.http.clientName, way: 'get' };
  }

  @Endpoint({
    method: 'POST',
    path: 'echo/{message_id}',
    summary: 'Echo',
    tag: 'T',
    auth: 'public',
    params: echoed,
    response: Anything,
  })
  post(ctx: RequestContext, params: Echoed) {
    return { ...params, client: ctx.http.clientName, way: 'post' };
  }

  @Endpoint({
    method: 'DELETE',
    path: 'echo/{message_id}',
    summary: 'Echo',
    tag: 'T',
    auth: 'public',
    params: echoed,
    response: Anything,
  })
  remove(_ctx: RequestContext, params: Echoed) {
    return { ...params, way: 'delete' };
  }

  @Endpoint({
    method: 'PATCH',
    path: 'images/{message_id}',
    summary: 'Replace an image',
    tag: 'T',
    auth: 'user',
    streamsFiles: true,
    params: echoed,
    response: Anything,
  })
  async image(ctx: UserContext, { topic }: Echoed) {
    const image = await ctx.http.upload?.next();
    const size = image ? (await buffer(image.content)).length : 0;
    return { topic, name: image?.fileName, size, others: await ctx.http.upload?.skipRest() };
  }

  @Endpoint({
    method: 'POST',
    path: 'files',
    summary: 'Upload',
    tag: 'T',
    auth: 'user',
    params: uploaded,
    response: Anything,
  })
  upload(_ctx: UserContext, params: Decoded<typeof uploaded>) {
    return { name: params.file.fileName, size: params.file.content.length, note: params.note };
  }

  @Endpoint({ method: 'GET', path: 'raw', summary: 'Raw', tag: 'T', auth: 'public', response: Anything })
  raw() {
    return new RawJson(Buffer.from('{"deep":{"a":[1]}}'));
  }

  @Endpoint({ method: 'GET', path: 'buffer', summary: 'Raw', tag: 'T', auth: 'public', response: Anything })
  buffer() {
    return Buffer.from('{"n":1}');
  }

  @Endpoint({ method: 'GET', path: 'pieces', summary: 'Raw', tag: 'T', auth: 'public', response: Anything })
  pieces() {
    return new RawJson(Buffer.from(JSON.stringify({ text: LARGE_TEXT })));
  }

  @Endpoint({ method: 'GET', path: 'text', summary: 'Text', tag: 'T', auth: 'public', response: Anything })
  text() {
    return new Answer({ a: 1 }, 'available');
  }

  @Endpoint({ method: 'GET', path: 'held', summary: 'Held', tag: 'T', auth: 'public', response: Anything })
  hold(ctx: RequestContext) {
    const held = ctx.http.hold();
    this.held.push(held);
    return held;
  }

  @Endpoint({ method: 'GET', path: 'context', summary: 'Context', tag: 'T', auth: 'user', response: Anything })
  context(ctx: UserContext) {
    return { context: JSON.parse(JSON.stringify(ctx)) };
  }

  @Endpoint({
    method: 'GET',
    path: 'fails/{message_id}',
    summary: 'Fails',
    tag: 'T',
    auth: 'public',
    params: echoed,
    response: Anything,
  })
  fail(_ctx: RequestContext, { message_id: id }: Echoed): never {
    if (id === 1) throw new DomainError('BAD_NARROW', 'Invalid narrow operator: x', { data: { desc: 'x' } });
    if (id === 2) throw new UnavailableError('nobody answers', { retryAfterSeconds: 2 });
    if (id === 3) throw new RemoteFault('rpc.x');
    throw new Error('a secret detail');
  }
}
