import { trialNotes } from './trial-notes';

const TAKEN = { server: 'mail.example:587', isEncrypted: true, user: null, answer: '250 ok', failure: null };
const PASSWORD = expect.stringContaining('the password can be read');
const READ = expect.stringContaining('mails, with their links, can be read');
const UNUSED = expect.stringContaining('offers no login');

describe('notes on a mail that was taken', () => {
  it.each([
    ['smtp://mail.example', {}, []],
    ['smtp://mail.example', { isEncrypted: false }, [READ]],
    ['smtp://ada:secret@mail.example', { user: 'ada' }, []],
    ['smtp://ada:secret@mail.example', { user: 'ada', isEncrypted: false }, [PASSWORD]],
    ['smtp://ada:secret@mail.example', {}, [UNUSED]],
    ['smtp://ada:secret@mail.example', { isEncrypted: false }, [UNUSED, READ]],
  ])('%s, %j', (url, facts, notes) => {
    expect(trialNotes(url, { ...TAKEN, ...facts })).toEqual(notes);
    expect(JSON.stringify(trialNotes(url, { ...TAKEN, ...facts }))).not.toContain('secret');
  });

  it('are none where it was not taken: there is advice then', () => {
    const failure = { step: 'login', said: 'no', kind: 'refused', advice: 'x' } as const;
    expect(trialNotes('smtp://mail.example', { ...TAKEN, isEncrypted: false, answer: null, failure })).toEqual([]);
  });
});
