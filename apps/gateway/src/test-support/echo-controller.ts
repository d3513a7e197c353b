import { buffer } from 'node:stream/consumers';
import { Type } from '@sinclair/typebox';
import { DomainError, UnavailableError } from '@stoa/contracts';
import { FileParam, IntegerListParam, IntegerParam, StringParam, type UploadedFile } from '@stoa/http-params';
import { RawJson, RemoteFault } from '@stoa/rpc';
import { Answer, Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { HeldAnswer } from '../http/held-answer';
import type { RequestContext, UserContext } from '../http/request-context';

class EchoParams {
  @IntegerParam({ in: 'path', doc: 'Which one.' })
  message_id!: number;
  @StringParam({ doc: 'A topic.', optional: true, alias: ['subject'] })
  topic?: string;
  @IntegerListParam({ doc: 'Ids.', optional: true })
  ids?: number[];
}

class UploadParams {
  @FileParam({ doc: 'The file.', maxBytes: 1024, anyName: true })
  file!: UploadedFile;
  @StringParam({ doc: 'A note.', optional: true })
  note?: string;
}

const Anything = Type.Object({}, { additionalProperties: true });

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
    params: EchoParams,
    response: Anything,
  })
  get(ctx: RequestContext, params: EchoParams) {
    return { ...params, client: ctx.http.clientName, way: 'get' };
  }

  @Endpoint({
    method: 'POST',
    path: 'echo/{message_id}',
    summary: 'Echo',
    tag: 'T',
    auth: 'public',
    params: EchoParams,
    response: Anything,
  })
  post(ctx: RequestContext, params: EchoParams) {
    return { ...params, client: ctx.http.clientName, way: 'post' };
  }

  @Endpoint({
    method: 'DELETE',
    path: 'echo/{message_id}',
    summary: 'Echo',
    tag: 'T',
    auth: 'public',
    params: EchoParams,
    response: Anything,
  })
  remove(_ctx: RequestContext, params: EchoParams) {
    return { ...params, way: 'delete' };
  }

  @Endpoint({
    method: 'PATCH',
    path: 'images/{message_id}',
    summary: 'Replace an image',
    tag: 'T',
    auth: 'user',
    streamsFiles: true,
    params: EchoParams,
    response: Anything,
  })
  async image(ctx: UserContext, { topic }: EchoParams) {
    const file = await ctx.http.upload?.next();
    const size = file ? (await buffer(file.content)).length : 0;
    return { topic, name: file?.fileName, size, others: await ctx.http.upload?.skipRest() };
  }

  @Endpoint({
    method: 'POST',
    path: 'files',
    summary: 'Upload',
    tag: 'T',
    auth: 'user',
    params: UploadParams,
    response: Anything,
  })
  upload(_ctx: UserContext, params: UploadParams) {
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
    params: EchoParams,
    response: Anything,
  })
  fail(_ctx: RequestContext, { message_id: id }: EchoParams): never {
    if (id === 1) throw new DomainError('BAD_NARROW', 'Invalid narrow operator: x', { data: { desc: 'x' } });
    if (id === 2) throw new UnavailableError('nobody answers', { retryAfterSeconds: 2 });
    if (id === 3) throw new RemoteFault('rpc.x');
    throw new Error('a secret detail');
  }
}
