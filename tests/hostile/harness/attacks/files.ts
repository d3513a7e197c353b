import { crc32 } from 'node:zlib';
import { parseObject, textField } from '../../../../bench/support/json';
import { Attack, CLOSED, Tally, always, inTurn, refusalOf } from '../attack';
import type { Ask, Caller } from '../caller';
import { asking } from './asking';

const PIECE_BYTES = 100_000;
const MOST_OPEN = 32;

async function leaveOpen(caller: Caller, tally: Tally): Promise<void> {
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': String(PIECE_BYTES) };
  const created = await caller.attempt(tally, { method: 'POST', path: '/api/v1/tus', headers }, [201, 413]);
  const path = /\r\nlocation: *(?:https?:\/\/[^/]+)?(\S+)/i.exec(created?.head ?? '')?.[1];
  if (path === undefined) return;
  const piece = {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  };
  const body = Buffer.alloc(PIECE_BYTES - 1);
  await caller.attempt(tally, { method: 'PATCH', path, headers: piece, body }, [204]);
}

/** Uploads that are begun and never completed: they count as what they may become. */
const openUploads: Attack = {
  name: 'unfinished uploads',
  begin: (caller) => always((tally) => leaveOpen(caller, tally)),
  check: async ({ bench, own }) => {
    const rows = await bench.database.query(
      'hostile_open_uploads',
      'SELECT user_id, count(*)::int AS count FROM open_upload WHERE realm_id = $1 GROUP BY 1',
      [own.id],
    );
    return rows
      .filter(({ count }) => Number(count) > MOST_OPEN)
      .map(({ user_id: user, count }) => `${String(count)} open uploads of user ${String(user)}`);
  },
};

const FILE_BYTES = 16_000_000;
const UNREAD_MS = 2_000;
const AT_ONCE = 4;

function uploadOf(name: string, type: string, content: Buffer, path = '/user_uploads'): Ask {
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')]);
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  return { method: 'POST', path: `/api/v1${path}`, headers, body };
}

/** Files that many open and nobody reads. */
const downloads: Attack = {
  name: 'downloads left unread',
  begin: async (caller) => {
    const uploaded = await caller.succeed(uploadOf('large.txt', 'text/plain', Buffer.alloc(FILE_BYTES, 'a')));
    const ask: Ask = { method: 'GET', path: textField(parseObject(uploaded.body), 'url') };
    return always(async (tally) => {
      const left = Array.from({ length: AT_ONCE }, async () => {
        const status = await caller.leaveUnread(ask, UNREAD_MS);
        tally.note(String(status), [200, 429, 503, CLOSED].includes(status) ? undefined : `${status} for a file`);
      });
      await Promise.all(left);
    });
  },
};

/** A PNG that promises more pixels than there are. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', Buffer.alloc(64)), chunk('IEND')]);
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const pictures = asking('pictures', [400, 413], () => {
  const wide = Buffer.from([0xff, 0xff, 0xff, 0xff]);
  const contents: readonly (readonly [string, Buffer])[] = [
    ['image/png', pngOf(60_000, 60_000)],
    ['image/png', pngOf(2, 2)],
    ['image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>')],
    ['image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['image/gif', Buffer.concat([Buffer.from('GIF89a'), wide, Buffer.alloc(20_000, 0x2c)])],
    ['image/jpeg', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8]), wide, Buffer.alloc(20_000)])],
    ['image/webp', Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8 ', 'latin1')],
    ['image/png', Buffer.alloc(0)],
  ];
  return contents.map(
    ([type, content]) =>
      () =>
        uploadOf('a.png', type, content, '/users/me/avatar'),
  );
});

/** Files that browsers would run: they may be kept, and never shown as what they are. */
const pages: Attack = {
  name: 'files that run in browsers',
  begin: (caller: Caller) => {
    const script = Buffer.from('<html><script>alert(1)</script></html>');
    const all = [
      ['a.html', 'text/html'],
      ['a.svg', 'image/svg+xml'],
      ['a.png', 'text/html; charset=utf-7'],
      ['a.xhtml', 'application/xhtml+xml'],
      ['a.js', 'text/javascript'],
    ] as const;
    return inTurn(all, async ([name, type], tally) => {
      const uploaded = await caller.attempt(tally, uploadOf(name, type, script), [200]);
      if (uploaded?.status !== 200) return;
      const answer = await caller.ask({ method: 'GET', path: textField(parseObject(uploaded.body), 'url') });
      const refusal = refusalOf(answer, [200]);
      const isSafe =
        /nosniff/i.test(answer?.head ?? '') && /content-security-policy:[^\r]*sandbox/i.test(answer?.head ?? '');
      const runs = answer?.status === 200 && !isSafe ? `${name} is shown as it is` : undefined;
      tally.note(String(answer?.status ?? 'closed'), refusal ?? runs);
    });
  },
};

export const FILES = [openUploads, downloads, pictures, pages];
