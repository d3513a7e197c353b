import { Injectable } from '@nestjs/common';
import { DomainError } from '@stoa/errors';
import { serverEmojiDocument } from '@stoa/emoji';
import type { FastifyReply, FastifyRequest } from 'fastify';
import sharp from 'sharp';

interface StaticFile {
  contentType: string;
  /** Made when it is first asked for. */
  make(): Promise<Buffer> | Buffer;
}

const HEADERS = {
  'cache-control': 'public, max-age=86400',
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff',
};

/** Our own drawings, so that every address that answers name leads to something. */
const PERSON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="#c5cdd3"/>
  <circle cx="50" cy="38" r="18" fill="#f4f6f7"/><path d="M16 100a34 38 0 0 1 68 0z" fill="#f4f6f7"/></svg>`;
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100"><g fill="#5b6b8c">
  <rect x="10" y="78" width="180" height="10"/><rect x="20" y="18" width="160" height="12"/>
  <rect x="32" y="34" width="14" height="40"/><rect x="72" y="34" width="14" height="40"/>
  <rect x="114" y="34" width="14" height="40"/><rect x="154" y="34" width="14" height="40"/></g></svg>`;
const EXTRA_EMOJI = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="30" fill="#5b6b8c"/>
  <path d="M20 20h24v6L28 40h16v6H20v-6l16-14H20z" fill="#fff"/></svg>`;
const LOADER = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 50" width="50" height="50"><circle cx="25" cy="25" r="20"
  fill="none" stroke="#000" stroke-opacity=".7" stroke-width="4" stroke-dasharray="90 36"><animateTransform
  attributeName="transform" type="rotate" from="0 25 25" to="360 25 25" dur="1s" repeatCount="indefinite"/></circle></svg>`;

function robot(color: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="${color}"/>
    <rect x="24" y="34" width="52" height="40" rx="8" fill="#fff"/><circle cx="40" cy="52" r="6" fill="${color}"/>
    <circle cx="60" cy="52" r="6" fill="${color}"/><rect x="47" y="18" width="6" height="16" fill="#fff"/></svg>`;
}

function png(svg: string, width: number): StaticFile {
  return {
    contentType: 'image/png',
    make: () => sharp(Buffer.from(svg), { density: 300 }).resize(width).png().toBuffer(),
  };
}

const FILES: ReadonlyMap<string, StaticFile> = new Map<string, StaticFile>([
  [
    'generated/emoji/emoji_api.json',
    { contentType: 'application/json', make: () => Buffer.from(JSON.stringify(serverEmojiDocument)) },
  ],
  ['generated/emoji/images/emoji/unicode/zulip.png', png(EXTRA_EMOJI, 64)],
  ['images/loading/loader-black.svg', { contentType: 'image/svg+xml', make: () => Buffer.from(LOADER) }],
  ['images/logo/organization-logo.png', png(LOGO, 200)],
  ['images/system-bots/emailgateway.png', png(robot('#8c5b6b'), 100)],
  ['images/system-bots/notification-bot.png', png(robot('#5b6b8c'), 100)],
  ['images/system-bots/welcome-bot.png', png(robot('#5b8c6b'), 100)],
  ['images/unknown-user-avatar.png', png(PERSON, 100)],
]);

/** The fixed files whose addresses answers name. */
@Injectable()
export class StaticFiles {
  private readonly made = new Map<string, Promise<Buffer>>();

  /** @throws DomainError 404 */
  async serve(request: FastifyRequest, reply: FastifyReply, path: string): Promise<void> {
    const file = FILES.get(path);
    if (!file) throw new DomainError('BAD_REQUEST', 'File not found', { status: 404 });
    const content = await this.contentOf(path, file);
    void reply.headers({ ...HEADERS, 'content-type': file.contentType, 'content-length': content.length });
    await reply.send(request.method === 'HEAD' ? '' : content);
  }

  private contentOf(path: string, file: StaticFile): Promise<Buffer> {
    let made = this.made.get(path);
    if (!made) {
      made = Promise.resolve(file.make());
      this.made.set(path, made);
      made.catch(() => this.made.delete(path));
    }
    return made;
  }
}
