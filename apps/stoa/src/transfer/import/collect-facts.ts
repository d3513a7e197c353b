import { tableFile } from '../archive/layout';
import { readLines } from '../archive/record-reader';
import { RecordMapper, Row, numberOf, parseRecord, textOf } from './record-mapper';
import { RenderFacts } from './render-facts';

const NAMED_KINDS: ReadonlySet<unknown> = new Set([1, 2]);

interface Collecting {
  facts: RenderFacts;
  realmId: number;
  /** Channels whose content is for their subscribers. */
  privateChannels: Set<number>;
}

/** How a table's record, with new ids, adds to what texts may name. */
const COLLECTORS: Readonly<Record<string, (row: Row, collecting: Collecting) => void>> = {
  realm: (row, { facts }) => {
    if (typeof row.default_code_block_language === 'string')
      facts.defaultCodeLanguage = row.default_code_block_language;
    facts.hasMediaPreviews = row.inline_image_preview !== false;
  },
  linkifier: (row, { facts }) => {
    facts.linkifierDefinitions.push({
      position: typeof row.position === 'number' ? row.position : 0,
      pattern: textOf(row, 'pattern'),
      urlTemplate: textOf(row, 'url_template'),
    });
  },
  user_group: (row, { facts }) => {
    if (!NAMED_KINDS.has(row.kind)) return;
    const name = textOf(row, 'name');
    facts.groupsByName.set(name, { id: numberOf(row, 'id'), name, isActive: row.deactivated !== true });
  },
  account: (row, { facts }) => {
    const user = { id: numberOf(row, 'id'), fullName: textOf(row, 'full_name'), isActive: row.is_active !== false };
    facts.addUser(user, row.translate_emoticons === true);
  },
  profile_field: (row, { facts }) => {
    facts.fieldTypes.set(numberOf(row, 'id'), numberOf(row, 'field_type'));
  },
  custom_emoji: (row, { facts, realmId }) => {
    if (row.deactivated === true) return;
    const isAnimated = row.is_animated === true;
    facts.addEmoji(realmId, { name: textOf(row, 'name'), fileName: textOf(row, 'file_name'), isAnimated });
  },
  channel: (row, { facts, privateChannels }) => {
    const channel = {
      id: numberOf(row, 'id'),
      recipientId: numberOf(row, 'recipient_id'),
      isPrivate: row.invite_only === true,
    };
    facts.channels.set(textOf(row, 'name'), channel);
    facts.channelOfRecipient.set(channel.recipientId, channel.id);
    if (channel.isPrivate) privateChannels.add(channel.id);
  },
  subscription: (row, { facts, privateChannels }) => {
    const channelId = numberOf(row, 'channel_id');
    if (row.active !== false && privateChannels.has(channelId)) {
      facts.privateSubscriptions.add(`${numberOf(row, 'user_id')}:${channelId}`);
    }
  },
  attachment: (row, { facts, realmId }) => {
    const contentType = typeof row.content_type === 'string' ? row.content_type : null;
    facts.uploads.set(pathIdAt(realmId, textOf(row, 'path_id')), { contentType, image: imageOf(row.image_metadata) });
  },
};

/** An upload's path in another organization: the first part is the organization's id. */
export function pathIdAt(realmId: number, pathId: string): string {
  return pathId.replace(/^\d+(?=\/)/, String(realmId));
}

function imageOf(value: unknown): { width: number; height: number; animated: boolean } | null {
  if (typeof value !== 'object' || value === null) return null;
  const { width, height, animated }: { width?: unknown; height?: unknown; animated?: unknown } = value;
  if (typeof width !== 'number' || typeof height !== 'number') return null;
  return { width, height, animated: animated === true };
}

/** Reads what texts may name from an archive whose ids have their places. */
export async function collectFacts(folder: string, mapper: RecordMapper, realmId: number): Promise<RenderFacts> {
  const collecting: Collecting = { facts: new RenderFacts(), realmId, privateChannels: new Set() };
  for (const [table, collect] of Object.entries(COLLECTORS)) {
    for await (const line of readLines(tableFile(folder, table))) {
      collect(mapper.map(table, parseRecord(line.text)), collecting);
    }
  }
  return collecting.facts;
}
