import { link, webAddress } from '../frame/message-text';
import type { Payload } from '../frame/payload';
import { fromMrkdwn } from './mrkdwn';

/** Blocks of Slack's Block Kit as Markdown; kinds that only its own client can show are left out. */
export function textOfBlocks(blocks: readonly Payload[]): string {
  return blocks
    .map(textOfBlock)
    .filter((text) => text !== '')
    .join('\n\n');
}

function textOfBlock(block: Payload): string {
  switch (block.optionalText('type')) {
    case 'header':
      return `## ${textOf(block.node('text')).replace(/\s+/g, ' ')}`;
    case 'section':
      return textOfSection(block);
    case 'context':
      return block.list('elements').map(textOfElement).filter(Boolean).join(' ');
    case 'divider':
      return '---';
    case 'image':
      return imageOf(block);
    case 'actions':
      return block.list('elements').map(textOfElement).filter(Boolean).join(' · ');
    case 'rich_text':
      return block.list('elements').map(textOfRichText).join('\n');
    default:
      return '';
  }
}

function textOfSection(block: Payload): string {
  const fields = block.list('fields').map((field) => `* ${textOf(field).replace(/\n/g, ' ')}`);
  return [block.has('text') ? textOf(block.node('text')) : '', fields.join('\n')].filter(Boolean).join('\n');
}

function textOf(text: Payload): string {
  const content = text.optionalText('text') ?? '';
  return text.optionalText('type') === 'plain_text' ? content : fromMrkdwn(content);
}

function textOfElement(element: Payload): string {
  switch (element.optionalText('type')) {
    case 'image':
      return imageOf(element);
    case 'button':
      return link(element.optionalText('text.text') ?? '', element.optionalText('url'));
    default:
      return textOf(element);
  }
}

function imageOf(image: Payload): string {
  const name = image.optionalText('title.text') ?? image.optionalText('alt_text') ?? 'image';
  return webAddress(image.optionalText('image_url')) === undefined ? '' : link(name, image.optionalText('image_url'));
}

/** Sections, lists, quotes and code of rich text. */
function textOfRichText(part: Payload): string {
  const elements = part.list('elements');
  switch (part.optionalText('type')) {
    case 'rich_text_list':
      return elements.map((item) => `* ${textOfRichText(item)}`).join('\n');
    case 'rich_text_quote':
      return `> ${elements.map(textOfSpan).join('').replaceAll('\n', '\n> ')}`;
    case 'rich_text_preformatted':
      return `~~~\n${elements.map((span) => span.optionalText('text') ?? '').join('')}\n~~~`;
    default:
      return elements.map(textOfSpan).join('');
  }
}

function textOfSpan(span: Payload): string {
  switch (span.optionalText('type')) {
    case 'link':
      return link(span.optionalText('text') ?? span.optionalText('url') ?? '', span.optionalText('url'));
    case 'emoji':
      return `:${span.optionalText('name') ?? ''}:`;
    case 'user':
      return `@${span.optionalText('user_id') ?? ''}`;
    case 'broadcast':
      return `@${span.optionalText('range') ?? ''}`;
    default:
      return styled(span.optionalText('text') ?? '', span);
  }
}

function styled(text: string, span: Payload): string {
  if (span.optionalFlag('style.code')) return `\`${text}\``;
  const bold = span.optionalFlag('style.bold') ? `**${text}**` : text;
  const italic = span.optionalFlag('style.italic') ? `*${bold}*` : bold;
  return span.optionalFlag('style.strike') ? `~~${italic}~~` : italic;
}
