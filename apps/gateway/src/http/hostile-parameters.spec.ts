import { Readable } from 'node:stream';
import { API } from '@stoa/contracts/api';
import { ParamsDecoder, successBody } from '@stoa/http-params';
import { parseNarrow } from '@stoa/narrow';
import { processorMs, processorMsSince } from '@stoa/testing';
import { displayFileName, safeFileName } from '../files/file-name';
import { EchoController } from '../test-support/echo-controller';
import { apiKey } from '../test-support/fake-stores';
import { HOSTILE_JSON, HOSTILE_TEXTS, repeated } from '../test-support/hostile-texts';
import { TestApplication, startTestApplication } from '../test-support/test-application';
import { clientName } from './client-name';
import { parseFields } from './form-fields';

/** Milliseconds for which nothing else may happen in a process (of processor time: machines that run tests are busy). */
const LIMIT_MS = 20;
/** The same on a machine that is slow for the moment: times what one look at each byte of the largest body costs there. */
const LIMIT_LOOKS = 12;
const ROUNDS = 8;
const LARGEST_BODY = 2_621_440;
const LARGEST_JSON = 1_048_576;
/** Characters of a text; JSON of this size has fewer values than its bound, and is looked at in full. */
const LARGEST_TEXT = 65_536;
const HEADER_LENGTH = 16_384;
/** As the network hands bodies over. */
const PIECE_BYTES = 65_536;

const HOSTILE = [...HOSTILE_JSON, ...HOSTILE_TEXTS];
/** What forms have besides texts. */
const FORMS = [...HOSTILE_TEXTS, ...['+', '%3E+', '&', '=', 'a=&', '%C3%A9'].map((unit) => repeated(unit))];
const made = new Map<string, string>();

/** Made once, and as one piece, as a text that came from a client. @param bytes of UTF-8 */
function hostile(name: string, make: (length: number) => string, bytes: number): string {
  const key = `${name} ${bytes}`;
  let text = made.get(key);
  if (text === undefined) {
    const sample = make(1_000);
    const length = Math.floor((bytes * sample.length) / Buffer.byteLength(sample));
    made.set(key, (text = Buffer.from(make(length - (length % 2))).toString()));
  }
  return text;
}

const LARGEST = Buffer.alloc(LARGEST_BODY, 'x');

function lookAtEach(): number {
  let sum = 0;
  for (let at = 0; at < LARGEST.length; at++) sum = (sum + (LARGEST[at] ?? 0)) | 0;
  return sum;
}

/** Most are refused: how, is not asked here. */
function ignoringRefusals(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'DomainError') throw error;
  }
}

/**
 * A machine may become slower or faster within a second, so the looks are taken right after the work that they are a
 * measure of, the lesser of two.
 */
function isTooLong(takenMs: number): boolean {
  return takenMs >= LIMIT_MS && takenMs >= LIMIT_LOOKS * processorMs(lookAtEach, 2);
}

/** What takes too long, in each of some rounds, of the named pieces of work. */
async function slowOf(
  work: Iterable<readonly [name: string, measureMs: () => number | Promise<number>]>,
): Promise<string[]> {
  const slow: string[] = [];
  for (const [name, measureMs] of work) {
    const taken: number[] = [];
    while (taken.length < ROUNDS) {
      const ms = await measureMs();
      taken.push(ms);
      if (!isTooLong(ms)) break;
      if (taken.length === ROUNDS) slow.push(`${name}: ${Math.min(...taken).toFixed(1)} ms`);
    }
  }
  return slow;
}

function slowToRead(work: readonly (readonly [name: string, read: () => unknown])[]): Promise<string[]> {
  return slowOf(work.map(([name, read]) => [name, () => processorMs(() => ignoringRefusals(read))]));
}

interface Parameter {
  name: string;
  sent: string;
  isJson: boolean;
  decoder: ParamsDecoder;
}

/** One parameter of each kind that endpoints have. */
function distinctParameters(): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const { name, endpoint } of API) {
    for (const [sent, declared] of Object.entries(endpoint.params ?? {})) {
      const decoder = new ParamsDecoder({ [sent]: declared }, '');
      const { kind, options } = decoder.specs[0]!;
      if (!kind) continue;
      const { isJsonText: isJson, schema } = kind;
      const key = JSON.stringify([isJson, schema, options.check?.toString()]);
      if (!found.has(key)) found.set(key, { name: `${name} ${sent}`, sent, isJson, decoder });
    }
  }
  return [...found.values()];
}

const PARAMETERS = distinctParameters();

/** The endpoints that read most JSON in one request. */
const JSON_ENDPOINTS = API.map(({ name, endpoint }) => {
  const decoder = new ParamsDecoder(endpoint.params ?? {}, endpoint.path);
  return { name, decoder, names: decoder.specs.filter(({ kind }) => kind?.isJsonText).map((spec) => spec.name) };
})
  .sort((one, other) => other.names.length - one.names.length)
  .slice(0, 5);

function reading(parameters: readonly Parameter[], texts: readonly string[]) {
  return parameters.flatMap(({ name: parameter, sent, decoder }) =>
    texts.map((text) => {
      const form = { [sent]: text };
      return [`${parameter}, ${text.length} characters`, () => decoder.decode({ path: {}, query: {}, form })] as const;
    }),
  );
}

/**
 * What a process reads on its event loop for anybody, tried with each text that was slow to read somewhere:
 * - each kind of JSON parameter, and all JSON of the endpoints that have most of it, with what JSON can be made of: at
 *   the largest body, at the bound of JSON, and below the bounds of lists;
 * - each other kind of parameter with every text, at the largest body and at the bound of texts;
 * - narrows and searches with all of them;
 * - forms, query strings, unknown names, and names of clients and files with texts and with what forms are made of;
 * - multipart bodies with heads and boundaries, in pieces as the network brings them.
 */
describe('what hostile parameters do to the event loop', () => {
  it('is asked of every kind of parameter', () => {
    const json = PARAMETERS.filter(({ isJson }) => isJson).length;
    expect([json > 20, PARAMETERS.length - json > 30, JSON_ENDPOINTS[4]!.names.length > 3]).toEqual([true, true, true]);
  });

  it.each(HOSTILE_JSON)('JSON is read or refused quickly: %s', async (name, make) => {
    const parameters = PARAMETERS.filter(({ isJson }) => isJson);
    const texts = [LARGEST_BODY, LARGEST_JSON, LARGEST_TEXT].map((length) => hostile(name, make, length));
    expect(await slowToRead(reading(parameters, texts))).toEqual([]);
  });

  it.each(HOSTILE)('what is no JSON is read or refused quickly: %s', async (name, make) => {
    const parameters = PARAMETERS.filter(({ isJson }) => !isJson);
    const texts = [LARGEST_BODY, LARGEST_TEXT].map((length) => hostile(name, make, length));
    expect(await slowToRead(reading(parameters, texts))).toEqual([]);
  });

  it.each(HOSTILE_JSON)('so is all JSON of a request at once: %s', async (name, make) => {
    const work = JSON_ENDPOINTS.map(({ name: endpoint, names, decoder }) => {
      const text = hostile(name, make, Math.floor(1_000_000 / names.length));
      const form = Object.fromEntries(names.map((sent) => [sent, text]));
      return [endpoint, () => decoder.decode({ path: {}, query: {}, form })] as const;
    });
    expect(await slowToRead(work)).toEqual([]);
  });

  it.each(HOSTILE)('narrows and searches are: %s', async (name, make) => {
    const at = (length: number) => hostile(name, make, length);
    expect(
      await slowToRead([
        ['narrow', () => parseNarrow(at(LARGEST_BODY), { allowsWith: true })],
        ['narrow within its bound', () => parseNarrow(at(LARGEST_TEXT), { allowsWith: true })],
        ['search', () => parseNarrow(searchFor(at(1_000)), { allowsWith: true })],
      ]),
    ).toEqual([]);
  });

  it.each(FORMS)('forms, query strings, names and headers are: %s', async (name, make) => {
    const at = (length: number) => hostile(name, make, length);
    const { decoder } = JSON_ENDPOINTS[0]!;
    const [largest, header] = [at(LARGEST_BODY), at(HEADER_LENGTH)];
    const field = Buffer.from(`content=${largest}`);
    const fields = Buffer.from(manyFields(at(800)));
    const unknown = { path: {}, query: {}, form: { [largest]: '' } };
    expect(
      await slowToRead([
        // What reads a form writes into its bytes.
        ['form of one field', () => parseFields(Buffer.from(field))],
        ['form of many fields', () => parseFields(Buffer.from(fields))],
        ['query', () => parseFields(Buffer.from(header))],
        ['unknown name', () => successBody({}, { ignored: decoder.unknownNames(unknown, new Set()) })],
        ['client', () => clientName(header, largest)],
        ['file', () => safeFileName(header) + displayFileName(header)],
      ]),
    ).toEqual([]);
  });
});

function manyFields(text: string): string {
  const encoded = encodeURIComponent(text);
  return Array.from({ length: 1_000 }, (_, index) => `${index}=${encoded}`)
    .join('&')
    .slice(0, LARGEST_BODY);
}

function searchFor(operand: string): string {
  return JSON.stringify(Array.from({ length: 50 }, () => ({ operator: 'search', operand })));
}

/** Parts of a multipart body, by what is hostile in their heads. */
const PART_HEADS: readonly (readonly [name: string, head: (unit: string) => string])[] = [
  ['a name', (unit) => `content-disposition: form-data; name="${unit}"`],
  ['a bare name', (unit) => `content-disposition: form-data; name=${unit}`],
  ['a file', (unit) => `content-disposition: form-data; name="a"; filename="${unit}"`],
  ['an encoded file', (unit) => `content-disposition: form-data; name="a"; filename*=utf-8''${unit}`],
  ['parameters', (unit) => `content-disposition: form-data; name="a"${unit}`],
  ['a type', (unit) => `content-disposition: form-data; name="a"\r\ncontent-type: ${unit}`],
  ['a header', (unit) => `content-disposition: form-data; name="a"\r\nx: ${unit}`],
  ['headers', (unit) => `content-disposition: form-data; name="a"\r\n${unit}`],
];
const PART_UNITS = ['a', '\\"', '"', ';a=b', '; ', '%41', '=', 'x: y\r\n', '\r\n ', ' ', '\\', '\0', '/', '🎉'];
const BOUNDARIES = ['b', '-', `${'-'.repeat(69)}b`, 'b'.repeat(2_000)];

describe('what hostile multipart bodies do to the event loop', () => {
  const key = apiKey('member');
  const authorization = `Basic ${Buffer.from(`ada@mail.example:${key}`).toString('base64')}`;
  let app: TestApplication;

  beforeAll(async () => {
    app = await startTestApplication([EchoController]);
    app.keys.add(key, { userId: 7, deliveryEmail: 'ada@mail.example' });
  });
  afterAll(() => app.close());
  beforeEach(() => app.limiter.counts.clear());

  /** The longest time that one piece took. */
  async function worstPieceMs(boundary: string, body: Buffer): Promise<number> {
    let worst = 0;
    const payload = inPieces(body, (tookMs) => (worst = Math.max(worst, tookMs)));
    const headers = { authorization, 'content-type': `multipart/form-data; boundary=${boundary}` };
    const { statusCode } = await app.inject({ method: 'POST', url: '/api/v1/files', headers, payload });
    expect(statusCode).toBeLessThan(500);
    return worst;
  }

  function slowBodies(bodies: readonly (readonly [name: string, boundary: string, body: string])[]) {
    return slowOf(bodies.map(([name, boundary, body]) => [name, () => worstPieceMs(boundary, Buffer.from(body))]));
  }

  it.each(PART_HEADS)('heads of parts with %s are read or refused quickly', async (name, head) => {
    const bodies = PART_UNITS.map((unit) => {
      const one = `--b\r\n${head(unit.repeat(Math.floor(15_000 / unit.length)))}\r\n\r\n1\r\n`;
      return [`${name} of ${JSON.stringify(unit)}`, 'b', `${one.repeat(20)}--b--\r\n`] as const;
    });
    expect(await slowBodies(bodies)).toEqual([]);
  });

  it('so is what looks like a boundary, and a thousand parts', async () => {
    const begin = (boundary: string) => `--${boundary}\r\n${PART_HEADS[2]![1]('f')}\r\n\r\n`;
    const fields = Array.from(
      { length: 20_000 },
      (_, index) => `--b\r\n${PART_HEADS[0]![1](`f${index}`)}\r\n\r\n1\r\n`,
    );
    const looks = BOUNDARIES.flatMap((boundary) =>
      ['\r\n', '\r\n-', '\r\n--', `\r\n--${boundary.slice(0, -1)}`, `--${boundary}\r\n`, '\r'].map((unit) => {
        const content = unit.repeat(Math.ceil(600_000 / unit.length));
        return [
          `${JSON.stringify(unit.slice(0, 9))} in ${boundary.length}`,
          boundary,
          begin(boundary) + content,
        ] as const;
      }),
    );
    expect(await slowBodies([...looks, ['fields', 'b', fields.join('')]])).toEqual([]);
  });
});

/** The body as it arrives. @param note is told the processor time (ms) of each piece */
function inPieces(body: Buffer, note: (tookMs: number) => void): Readable {
  async function* pieces() {
    for (let at = 0; at < body.length; at += PIECE_BYTES) {
      const before = process.cpuUsage();
      yield body.subarray(at, at + PIECE_BYTES);
      // The next one is asked for before this one is read.
      await new Promise((resolve) => setImmediate(resolve));
      note(processorMsSince(before));
    }
  }
  return Readable.from(pieces());
}
