import { gzipSync } from 'node:zlib';
import { CLOSED } from '../attack';
import { FORM, asking, listOf, rawForm } from './asking';

/** The largest that is taken; what is larger is refused by its length. */
const LARGEST = 2_600_000;
const PATHS = ['/users/me/status', '/messages', '/messages/render'];

const fill = (unit: string, length = LARGEST) => unit.repeat(length / unit.length);

/** Forms that cost a naive parser a third of a second of the event loop each (nobody has to be known to send one). */
const strangersForms = asking('forms of strangers', [401, 404, 413, CLOSED], () =>
  ['+', '%3E+', '%', '&', '=', 'a=&', 'x'].flatMap((unit) => [
    rawForm('/users/me/status', fill(unit), { as: 'nobody', path: '/nothing' }),
    rawForm('/users/me/status', fill(unit), { as: 'nobody' }),
  ]),
);

const largeForms = asking('large forms', [200, 400, 413, CLOSED], () =>
  ['+', '%3E+', '%', '&', 'a=&', 'x', '%C3%A9'].flatMap((unit, index) => [
    rawForm(PATHS[index % PATHS.length] ?? '', `content=${fill(unit)}`),
    rawForm(PATHS[index % PATHS.length] ?? '', fill(unit, 1_000_000)),
  ]),
);

const json = asking('JSON', [400, 413, CLOSED], () => {
  const texts = [
    fill('[', 1_000_000),
    fill('{"a":', 1_000_000),
    `${fill('[', 60_000)}${fill(']', 60_000)}`,
    listOf({}, 300_000),
    listOf({ id: 1, a: 2 }, 60_000),
    fill('9', 1_000_000),
    `"${fill('\\"', 1_000_000)}"`,
    `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join()}}`,
  ];
  return texts.flatMap((text) =>
    ['narrow', 'event_types', 'client_capabilities'].map((name) =>
      rawForm('/register', new URLSearchParams({ [name]: text }).toString()),
    ),
  );
});

const compressed = asking('compressed bodies', [400, 413, 415, CLOSED], () => {
  const body = gzipSync(Buffer.concat([Buffer.from('content='), Buffer.alloc(30_000_000, 'a')]));
  return ['gzip', 'deflate', 'br', 'gzip, gzip'].map((encoding) => () => ({
    method: 'POST',
    path: '/api/v1/messages',
    headers: { ...FORM, 'content-encoding': encoding },
    body,
  }));
});

const part = (head: string, content = '') => `--b\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`;

const multipart = asking('multipart heads', [200, 400, 413, 415, CLOSED], () => {
  const bodies = [
    part(`name="a"; filename="${fill('a', 15_000)}"`),
    part(`name="a"; filename*=utf-8''${fill('%41', 15_000)}`),
    part(`name="${fill('\\"', 15_000)}"`),
    part(`name="a"\r\n${fill('x: y\r\n', 60_000)}`),
    part(`name="a"${fill(';a=b', 15_000)}`),
    part(`name="a"${fill('; ', 15_000)}`),
    part(`name="a"\r\ncontent-type: multipart/mixed; boundary=b\r\n${fill('x:\r\n', 8_000)}`),
    Array.from({ length: 20_000 }, (_, index) => part(`name="f${index}"`, '1')).join(''),
    fill('--b\r\n', 1_000_000),
    fill('\r\n--', 1_000_000),
    part('name="a"', fill('\r\n-', 2_000_000)),
  ];
  const type = (boundary: string) => ({ 'content-type': `multipart/form-data; boundary=${boundary}` });
  return bodies.flatMap((content, index) => {
    const path = `/api/v1${['/user_uploads', '/users/me/avatar', '/messages'][index % 3]}`;
    const [whole, cut] = [Buffer.from(`${content}--b--\r\n`), Buffer.from(content)];
    return [
      () => ({ method: 'POST', path, headers: type('b'), body: whole }),
      () => ({ method: 'POST', path, headers: type(fill('b', 8_000)), body: cut }),
    ];
  });
});

export const BODIES = [strangersForms, largeForms, json, compressed, multipart];
