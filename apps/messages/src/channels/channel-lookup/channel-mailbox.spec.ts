import { channelMailbox } from './channel-mailbox';

describe('the address of a channel (channels.md 5.8)', () => {
  it.each([
    ['general', 'general.t.show-sender'],
    ['Project X (2026)', 'project-x-2026.t.show-sender'],
    ['café', 't.show-sender'],
    ['!!!', 't.show-sender'],
    ['n'.repeat(60), `${'n'.repeat(50)}.t.show-sender`],
  ])('%s', (name, mailbox) => expect(channelMailbox(name, 't')).toBe(mailbox));
});
