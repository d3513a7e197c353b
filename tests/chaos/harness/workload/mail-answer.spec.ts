import { mailAnswerOf, mailFailureOf } from './mail-answer';

describe('answers to mails', () => {
  it.each([
    ['', { kind: 'taken' }],
    ['451 4.3.0 Try again later', { kind: 'later', failure: '503 451' }],
    ['421 server shutting down', { kind: 'later', failure: 'network 421' }],
    ['550 5.1.1 Bad destination', { kind: 'refused', text: '550 5.1.1 Bad destination' }],
  ])('%j', (response, expected) => expect(mailAnswerOf(response)).toEqual(expected));

  it('that did not come are failures of the network, or of a process that stands still', () => {
    expect(mailFailureOf(Object.assign(new Error('reset'), { code: 'ESOCKET' }))).toBe('network ESOCKET');
    expect(mailFailureOf(Object.assign(new Error('Greeting never received'), { code: 'ETIMEDOUT' }))).toBe('no answer');
    expect(mailFailureOf('?')).toBe('network unknown');
  });
});
