import { isForwarded, withoutFooter, withoutQuotes } from './quoted-text';

const QUOTE = '> Shall we?\n> Ada';

describe('what somebody wrote in an answer', () => {
  it.each([
    ['English', `Yes.\n\nOn Mon, Nov 23, 2026 at 9:00 AM Ada <a@example.com> wrote:\n\n${QUOTE}`],
    ['wrapped', `Yes.\n\nOn Mon, Nov 23, 2026 at 9:00 AM Ada Lovelace\n<a@example.com> wrote:\n${QUOTE}`],
    ['German', `Yes.\n\nAm 23.11.2026 um 09:00 schrieb Ada:\n${QUOTE}`],
    ['French', `Yes.\n\nLe lun. 23 nov. 2026 à 09:00, Ada <a@example.com> a écrit :\n${QUOTE}`],
    ['Spanish', `Yes.\n\nEl lun, 23 nov 2026 a las 9:00, Ada (<a@example.com>) escribió:\n${QUOTE}`],
    ['Italian', `Yes.\n\nIl giorno lun 23 nov 2026 Ada <a@example.com> ha scritto:\n${QUOTE}`],
    ['Portuguese', `Yes.\n\nEm seg., 23 de nov. de 2026, Ada <a@example.com> escreveu:\n${QUOTE}`],
    ['Dutch', `Yes.\n\nOp ma 23 nov 2026 om 09:00 schreef Ada <a@example.com>:\n${QUOTE}`],
    ['Polish', `Yes.\n\npon., 23 lis 2026 o 09:00 Ada <a@example.com> napisał(a):\n${QUOTE}`],
    ['Swedish', `Yes.\n\nDen mån 23 nov. 2026 kl 09:00 skrev Ada <a@example.com>:\n${QUOTE}`],
    ['Russian', `Yes.\n\nпн, 23 нояб. 2026 г. в 09:00, Ada <a@example.com> пишет:\n${QUOTE}`],
    ['Chinese', `Yes.\n\nAda <a@example.com> 于2026年11月23日周一 09:00写道：\n${QUOTE}`],
    ['Outlook', 'Yes.\n\n-----Original Message-----\nFrom: Ada\nSent: Monday\nTo: Bo\n\nShall we?'],
    [
      'Outlook in German',
      'Yes.\n\n________________________________\nVon: Ada\nGesendet: Montag\nAn: Bo\nBetreff: x\n\nShall we?',
    ],
    ['its header alone', 'Yes.\n\nFrom: Ada <a@example.com>\nDate: Monday\nTo: Bo\nSubject: x\n\nShall we?'],
    ['no introduction', `Yes.\n\n${QUOTE}`],
    ['nothing quoted', 'Yes.'],
    ['below the quote', `On Monday Ada <a@example.com> wrote:\n${QUOTE}\n\nYes.`],
  ])('%s', (_name, text) => {
    expect(withoutQuotes(text)).toBe('Yes.');
  });

  it('keeps quotes that are answered one by one', () => {
    const text = 'See below.\n\n> Shall we?\nYes.\n\n> When?\nNow.';
    expect(withoutQuotes(text)).toBe(text);
  });

  it('keeps sentences that only look like an introduction', () => {
    for (const text of ['As Ada wrote:\nwe go on.', 'From: the beginning\nof it', 'He wrote: yes']) {
      expect(withoutQuotes(`${text}\n\nMore.\nAnd more.\nAnd more.\nAnd more.`)).toContain(text);
    }
  });

  it('takes time in proportion to the text', () => {
    const begun = performance.now();
    for (const line of ['On a b c', 'From: x', '> ', '-- ', '_'.repeat(200), `On ${'x '.repeat(190)}`]) {
      withoutQuotes(`${line}\n`.repeat(20_000));
    }
    withoutQuotes(`On ${'a'.repeat(2_000_000)}`);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it('ends at its signature', () => {
    expect(withoutFooter('Yes.\n\n-- \nAda\nCountess')).toBe('Yes.');
    expect(withoutFooter('Yes.\n--\nAda')).toBe('Yes.');
    expect(withoutFooter('a\n--\nb\n--\nc')).toBe('a\n--\nb\n--\nc');
    expect(withoutFooter('a\n---\nb')).toBe('a\n---\nb');
  });

  it.each([
    ['Fwd: x', '', true],
    ['WG: x', '', true],
    ['Re: x', 'see\n---------- Forwarded message ---------\nFrom: Ada', true],
    ['x', 'Begin forwarded message:', true],
    ['Re: x', 'hello', false],
  ])('is passed on (%j, %j): %s', (subject, text, expected) => {
    expect(isForwarded(subject, text)).toBe(expected);
  });
});
