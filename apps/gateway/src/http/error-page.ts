import { DomainError } from '@stoa/errors';
import { SESSION_HEADERS, errorAnswer } from '@stoa/http-params';
import { answerLanguage } from '../access/answer-language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escaped } from './escaped';

/** An error at a path that browsers open: a page for them, the API's form for everybody else. */
export async function sendErrorPage(request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<void> {
  const { tag, translate } = answerLanguage(request);
  const { status, headers, body } = errorAnswer(error, { translate });
  const isForBrowser = (request.headers.accept ?? '').includes('text/html') && error instanceof DomainError;
  void reply
    .code(status)
    .headers({ ...SESSION_HEADERS, ...headers, 'content-language': tag, 'x-request-id': request.id });
  if (!isForBrowser) {
    await reply.send(Buffer.from(body));
    return;
  }
  const text = translate?.(error.message) ?? error.message;
  const page = `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><title>${status}</title></head><body><p>${escaped(text)}</p></body></html>`;
  await reply.header('content-type', 'text/html; charset=utf-8').header('x-content-type-options', 'nosniff').send(page);
}
