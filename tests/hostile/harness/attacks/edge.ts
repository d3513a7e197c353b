import { basicAuthorization } from '../../../support/raw-request';
import { Attack, Tally, always, inTurn } from '../attack';
import type { Caller } from '../caller';

const OPEN_FOR_MS = 3_000;

/** Bytes on a connection of their own that have to be answered with one refusal, and nothing behind it. */
async function refused(caller: Caller, tally: Tally, [name, bytes]: readonly [string, string]): Promise<void> {
  const { text, isClosed } = await caller.exchange(bytes, OPEN_FOR_MS);
  const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
  const [first = 0] = statuses;
  const isHeld = statuses.length === 0 ? isClosed : statuses.length === 1 && first >= 400 && first < 500;
  tally.note(String(statuses.join('+') || 'closed'), isHeld ? undefined : `${name}: ${text.slice(0, 160)}`);
}

function framings({ host, user }: Caller): (readonly [string, string])[] {
  const authorization = `authorization: ${basicAuthorization(user.email, user.apiKey)}`;
  const hidden = `GET /api/v1/users/me HTTP/1.1\r\nhost: ${host}\r\n\r\n`;
  const head = (...lines: string[]) => ['POST /api/v1/typing HTTP/1.1', ...lines].join('\r\n');
  const twoEnds = [
    ['content-length: 4', 'transfer-encoding: chunked'],
    ['transfer-encoding: chunked', 'transfer-encoding: identity'],
    ['transfer-encoding: xchunked'],
    ['content-length: 4', 'content-length: 5'],
    ['content-length: +4'],
    ['content-length : 4'],
    ['x: y\r\n folded: z', 'content-length: 4'],
  ].map((lines) => {
    return [lines.join(), `${head(`host: ${host}`, authorization, ...lines)}\r\n\r\n0\r\n\r\n${hidden}`] as const;
  });
  return [
    ...twoEnds,
    ['two hosts', `GET /api/v1/users/me HTTP/1.1\r\nhost: ${host}\r\nhost: b\r\n${authorization}\r\n\r\n`],
    ['no host', `GET /api/v1/users/me HTTP/1.1\r\n${authorization}\r\n\r\n`],
    ['HTTP/0.9', 'GET /api/v1/server_settings\r\n\r\n'],
    ['no HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'.padEnd(200, '\0')],
    ['a bare line feed', `GET /api/v1/users/me HTTP/1.1\nhost: ${host}\n\n`],
    ['NUL in a header', `GET /api/v1/users/me HTTP/1.1\r\nhost: ${host}\r\nx: a\0b\r\n\r\n`],
    ['a long header', `GET / HTTP/1.1\r\nhost: ${host}\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`],
    ['many headers', `GET / HTTP/1.1\r\nhost: ${host}\r\n${'x: y\r\n'.repeat(10_000)}\r\n`],
    ['CONNECT', `CONNECT 127.0.0.1:22 HTTP/1.1\r\nhost: ${host}\r\n\r\n`],
    ['TRACE', `TRACE / HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`],
  ];
}

const framing: Attack = {
  name: 'two readings of a request',
  begin: (caller) => inTurn(framings(caller), (one, tally) => refused(caller, tally, one)),
};

/** Paths that climb out of their folders, as a server in front would pass them on. */
const paths: Attack = {
  name: 'paths that climb',
  begin: (caller) => {
    const ways = ['..', '%2e%2e', '..%2f..', '%252e%252e', '..%5c..', '....//', '%c0%ae%c0%ae', '..%00'];
    const roots = ['/user_avatars/', '/static/', '/user_uploads/1/', '/exports/1/', '/external_content/'];
    const all = roots.flatMap((root) => ways.map((way) => `${root}${way}/../../../../../../etc/passwd`));
    return inTurn(all, async (path, tally) => {
      const answer = await caller.attempt(tally, { method: 'GET', path }, [200, 400, 401, 403, 404]);
      if (answer?.body.includes('root:')) tally.fail(`${path} shows a file of the machine`);
    });
  },
};

const CONNECTIONS = 20;

/** Connections on which almost nothing comes: each has to be closed when its patience ends. */
const slow: Attack = {
  name: 'slow requests',
  begin: (caller, { patienceSeconds }) => {
    const { host, user } = caller;
    const authorization = `authorization: ${basicAuthorization(user.email, user.apiKey)}`;
    const heads = [
      'GET /api/v1/us',
      `GET /api/v1/users/me HTTP/1.1\r\nhost: ${host}\r\nx: `,
      `POST /api/v1/messages/render HTTP/1.1\r\nhost: ${host}\r\n${authorization}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 50000\r\n\r\ncontent=`,
      `POST /api/v1/user_uploads HTTP/1.1\r\nhost: ${host}\r\n${authorization}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 50000\r\n\r\n--b\r\n`,
    ];
    // How often the service looks comes on top.
    const mostMs = patienceSeconds * 1_000 + 12_000;
    return always(async (tally) => {
      const open = Array.from({ length: CONNECTIONS }, async (_, index) => {
        const { text, isClosed } = await caller.exchange(heads[index % heads.length] ?? '', mostMs);
        const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 'closed';
        tally.note(status, isClosed ? undefined : `open after ${(mostMs / 1000).toFixed(0)} s`);
      });
      await Promise.all(open);
    });
  },
};

export const EDGE = [framing, paths, slow];
