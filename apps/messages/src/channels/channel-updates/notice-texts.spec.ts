import { textsIn } from '@stoa/texts';
import { noticeTexts } from './notice-texts';

const english = textsIn('en');
const german = textsIn('de');
const USER = '@_**Ada|9**';
const PUBLIC = { invite_only: false, is_web_public: false, history_public_to_subscribers: true };
const SECRET = { invite_only: true, is_web_public: false, history_public_to_subscribers: false };

/** Clients parse none of them, but people search for them: the English ones stay as they are (channels.md 14.4). */
describe('notices about a channel', () => {
  it.each([
    [noticeTexts.renamed(english, USER, 'old', 'new'), `${USER} renamed channel **old** to **new**.`],
    [
      noticeTexts.description(english, USER, '', 'a `b`'),
      `${USER} changed the description for this channel.\n\n` +
        '* **Old description:**\n```` quote\n*No description.*\n````\n* **New description:**\n```` quote\na `b`\n````',
    ],
    [
      noticeTexts.privacy(english, USER, PUBLIC, SECRET),
      `${USER} changed the [access permissions](/help/channel-permissions) for this channel ` +
        'from **Public** to **Private, protected history**.',
    ],
    [
      noticeTexts.posting(english, USER, '@_*role:members*', '@_**Bob|3**'),
      `${USER} changed the [posting permissions](/help/channel-posting-policy) for this channel:\n\n` +
        '* **Old**: @_*role:members*\n* **New**: @_**Bob|3**',
    ],
    [
      noticeTexts.retention(english, USER, -1, 1),
      `${USER} has changed the [message retention period](/help/message-retention-policy) for this channel:\n` +
        '* **Old retention period**: Forever\n* **New retention period**: 1 days\n\n' +
        'Messages in this channel will now be automatically deleted 1 days after they are sent.',
    ],
    [
      noticeTexts.retention(english, USER, 1000, -1),
      `${USER} has changed the [message retention period](/help/message-retention-policy) for this channel:\n` +
        '* **Old retention period**: 1000 days\n* **New retention period**: Forever\n\n' +
        'Messages in this channel will now be retained forever.',
    ],
    [
      noticeTexts.topicsPolicy(english, USER, 'inherit', 'empty_topic_only'),
      `${USER} changed the "Allow posting to the *general chat* topic?" setting ` +
        'from **Automatic** to **Only *general chat* topic allowed**.',
    ],
    [noticeTexts.archived(english, 'ops'), 'Channel #**ops** has been archived.'],
    [noticeTexts.unarchived(english, 'ops'), 'Channel #**ops** has been unarchived.'],
    [noticeTexts.renamed(german, USER, 'alt', 'neu'), `${USER} hat den Kanal **alt** in **neu** umbenannt.`],
    [
      noticeTexts.topicsPolicy(german, USER, 'disable_empty_topic', 'allow_empty_topic'),
      `${USER} hat die Einstellung „Darf im Thema *Allgemeiner Chat* geschrieben werden?“ ` +
        'von **Kein Thema *Allgemeiner Chat*** auf **Thema *Allgemeiner Chat* erlaubt** geändert.',
    ],
    [noticeTexts.archived(german, 'ops'), 'Der Kanal #**ops** wurde archiviert.'],
  ])('%#', (text, expected) => expect(text).toBe(expected));

  it('take whatever names hold as it is', () => {
    const name = "{old} '{' <b> # {x, plural, one {y} other {z}}";
    expect(noticeTexts.renamed(german, USER, name, name)).toContain(`**${name}** in **${name}**`);
  });
});
