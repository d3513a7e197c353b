import { ArchiveBuilder } from '../conversion/archive-builder';
import { ForeignExport } from '../conversion/foreign-export';
import { DEFAULT_PERMISSIONS, addSystemGroups } from '../conversion/system-groups';
import { BadDataError } from '../../base/command-line/failures';
import { ProgressReport } from '../../base/command-line/progress';
import { SlackConversations } from './slack-conversations';
import { SlackMessages } from './slack-messages';
import { SlackPeople } from './slack-people';

export interface SlackConversionInput {
  source: ForeignExport;
  /** Where the archive is written. */
  folder: string;
  archiveId: string;
  /** Name of the organization. */
  name: string;
  subdomain: string;
  /** Address of the future owner, besides those whom Slack calls owners. */
  ownerEmail: string | undefined;
  onProgress(report: ProgressReport): void;
}

/** The organization's id in the archive; addresses of uploads begin with it. */
const REALM_ID = 1;

/** Makes an archive of a Slack export. @returns what was left out or changed. @throws BadDataError */
export async function convertSlack(input: SlackConversionInput): Promise<readonly string[]> {
  const { source } = input;
  if (!source.has('users.json') || !source.has('channels.json')) {
    throw new BadDataError(`${source.folder} is not a Slack export: users.json or channels.json is missing`);
  }
  const builder = new ArchiveBuilder(input.folder);
  await builder.add('realm', {
    name: input.name,
    authentication_methods: { Email: true },
    ...DEFAULT_PERMISSIONS.realm(),
  });
  await builder.add('realm_user_default', {});
  await addSystemGroups(builder);
  const people = new SlackPeople(builder, input.ownerEmail);
  for (const record of source.list('users.json')) await people.addUser(record);
  if (!people.isOwned) {
    throw new BadDataError('nobody in users.json is an owner; give an address with --owner');
  }
  const conversations = new SlackConversations(builder, source, people);
  await conversations.read();
  const messages = new SlackMessages(builder, source, people, conversations);
  await messages.convert((done, total) => input.onProgress({ stage: 'converting', done, total, detail: 'days' }));
  await conversations.addSpans(messages.end);
  for (const { id } of people.everybody) {
    await builder.add('read_state', { user_id: id, position: messages.end + 1, unread: [], read: [] });
  }
  await builder.finish({
    id: input.archiveId,
    source: 'slack',
    organization: { subdomain: input.subdomain, name: input.name, url: null, id: REALM_ID },
    system_bots: {},
  });
  return builder.problems;
}
