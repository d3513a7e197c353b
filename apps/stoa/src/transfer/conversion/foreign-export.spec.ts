import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { BadDataError } from '../../base/command-line/failures';
import { ForeignExport } from './foreign-export';

describe('a foreign export', () => {
  let folder: string;
  let source: ForeignExport;

  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-export-'));
    mkdirSync(path.join(folder, 'export', 'general'), { recursive: true });
    mkdirSync(path.join(folder, 'other'));
    writeFileSync(path.join(folder, 'export', 'general', 'a.json'), '[{"type":"message"}]');
    writeFileSync(path.join(folder, 'other', 'secret.json'), '[{"type":"secret"}]');
    source = new ForeignExport(path.join(folder, 'export'));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has what lies in its folder', () => {
    expect(source.names('general')).toEqual(['a.json']);
    expect(source.has('general/a.json')).toBe(true);
    expect(source.list('general/a.json')).toEqual([{ type: 'message' }]);
  });

  it('has nothing of what lies outside of it, whatever its records call it', () => {
    expect(source.names('../other')).toEqual([]);
    expect(source.names('general/../../other')).toEqual([]);
    expect(source.has('../other/secret.json')).toBe(false);
    expect(source.list('../other/secret.json')).toEqual([]);
    expect(() => source.json('../other/secret.json')).toThrow(BadDataError);
  });
});
