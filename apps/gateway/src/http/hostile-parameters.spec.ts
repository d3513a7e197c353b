import { API } from '@stoa/contracts/api';
import { ParamsDecoder, successBody } from '@stoa/http-params';
import { parseNarrow } from '@stoa/narrow';
import { displayFileName, safeFileName } from '../files/file-name';
import { HOSTILE_JSON, HOSTILE_TEXTS } from '../test-support/hostile-texts';
import { clientName } from './client-name';
import { parseFields } from './form-fields';

/** Milliseconds for which nothing else may happen in a process (of processor time: machines that run tests are busy). */
const LIMIT_MS = 20;
/** The same on a machine that is slow for the moment: times what one look at each byte of the largest body costs there. */
const LIMIT_LOOKS = 12;
/** The largest body, and what fits into the bounds of JSON and of texts. */
const LENGTHS = [2_621_440, 1_048_576, 65_536];
const HEADER_LENGTH = 16_384;

const HOSTILE = [...HOSTILE_JSON, ...HOSTILE_TEXTS];
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

const LARGEST = Buffer.alloc(LENGTHS[0]!, 'x');

function lookAtEach(): number {
  let sum = 0;
  for (let at = 0; at < LARGEST.length; at++) sum = (sum + (LARGEST[at] ?? 0)) | 0;
  return sum;
}

/** Processor time of some work; the best of some rounds, as the collector and the compiler work as they like. */
function processorMs(work: () => void): number {
  let best = Infinity;
  for (let round = 0; round < 8 && best >= LIMIT_MS / 2; round++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

/** Most are refused: how, is not asked here. */
function ignoringRefusals(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'DomainError') throw error;
  }
}

/** What takes too long, of the named pieces of work. */
function slowOf(work: Iterable<readonly [name: string, work: () => unknown]>): string[] {
  const slow: string[] = [];
  for (const [name, run] of work) {
    const taken = processorMs(() => ignoringRefusals(run));
    if (taken >= LIMIT_MS && taken >= LIMIT_LOOKS * processorMs(lookAtEach))
      slow.push(`${name}: ${taken.toFixed(1)} ms`);
  }
  return slow;
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

function reading(parameters: readonly Parameter[], name: string, make: (length: number) => string) {
  return parameters.flatMap(({ name: parameter, sent, decoder }) =>
    LENGTHS.map((length) => {
      const form = { [sent]: hostile(name, make, length) };
      return [`${parameter}, ${length} bytes`, () => decoder.decode({ path: {}, query: {}, form })] as const;
    }),
  );
}

describe('what hostile parameters do to the event loop', () => {
  it('is asked of every kind of parameter', () => {
    const json = PARAMETERS.filter(({ isJson }) => isJson).length;
    expect([json > 20, PARAMETERS.length - json > 30, JSON_ENDPOINTS[4]!.names.length > 3]).toEqual([true, true, true]);
  });

  it.each(HOSTILE_JSON)('JSON is read or refused quickly: %s', (name, make) => {
    const parameters = PARAMETERS.filter(({ isJson }) => isJson);
    expect(slowOf(reading(parameters, name, make))).toEqual([]);
  });

  it.each(HOSTILE)('what is no JSON is read or refused quickly: %s', (name, make) => {
    const parameters = PARAMETERS.filter(({ isJson }) => !isJson);
    expect(slowOf(reading(parameters, name, make))).toEqual([]);
  });

  it.each(HOSTILE_JSON)('so is all JSON of a request at once: %s', (name, make) => {
    const work = JSON_ENDPOINTS.map(({ name: endpoint, names, decoder }) => {
      const text = hostile(name, make, Math.floor(1_000_000 / names.length));
      const form = Object.fromEntries(names.map((sent) => [sent, text]));
      return [endpoint, () => decoder.decode({ path: {}, query: {}, form })] as const;
    });
    expect(slowOf(work)).toEqual([]);
  });

  it.each(HOSTILE)('forms, queries, names, narrows and headers are: %s', (name, make) => {
    const at = (length: number) => hostile(name, make, length);
    const { decoder } = JSON_ENDPOINTS[0]!;
    const fields = Array.from({ length: 1_000 }, (_, index) => `${index}=${encodeURIComponent(at(800))}`)
      .join('&')
      .slice(0, 2_621_440);
    const named = { path: {}, query: {}, form: { [at(2_000_000)]: '' } };
    expect(
      slowOf([
        ['form of one field', () => parseFields(Buffer.from(`content=${at(2_621_432)}`))],
        ['form of many fields', () => parseFields(Buffer.from(fields))],
        ['query', () => parseFields(Buffer.from(at(HEADER_LENGTH)))],
        ['unknown name', () => successBody({}, { ignored: decoder.unknownNames(named, new Set()) })],
        ['narrow', () => parseNarrow(at(2_621_440), { allowsWith: true })],
        ['narrow within its bound', () => parseNarrow(at(65_536), { allowsWith: true })],
        ['search', () => parseNarrow(searchFor(at(1_000)), { allowsWith: true })],
        ['client', () => clientName(at(HEADER_LENGTH), at(2_621_440))],
        ['file', () => safeFileName(at(HEADER_LENGTH)) + displayFileName(at(HEADER_LENGTH))],
      ]),
    ).toEqual([]);
  });
});

function searchFor(operand: string): string {
  return JSON.stringify(Array.from({ length: 50 }, () => ({ operator: 'search', operand })));
}
