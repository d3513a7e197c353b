import { badRequest } from '@stoa/errors';
import type { Integration } from '../frame/declaration';
import { link, webAddress } from '../frame/message-text';
import type { Payload } from '../frame/payload';
import { fromMrkdwn } from './mrkdwn';
import { textOfBlocks } from './slack-blocks';

const EMOJI = /^:[a-z0-9_+'-]{1,100}:$/;

/** Slack's incoming webhooks, which half of all tools can call. */
export const slackIncoming: Integration = {
  name: 'slack_incoming',
  displayName: 'Slack-compatible webhook',
  clientName: 'SlackIncoming',
  formField: 'payload',
  setup:
    'Wherever a tool asks for the URL of a Slack incoming webhook, enter `{{url}}`. The channel that the tool names becomes ' +
    'the topic, unless the address has a `topic`.',
  isWrittenByPeople: true,
  answersLikeSlack: true,
  read(payload) {
    const texts = [
      // The text is what is shown where no block can be.
      textOfBlocks(payload.list('blocks')) || fromMrkdwn(payload.optionalText('text') ?? ''),
      ...payload.list('attachments').map(textOfAttachment),
    ].filter((text) => text.trim() !== '');
    if (texts.length === 0) throw badRequest('no_text');
    const emoji = payload.optionalText('icon_emoji') ?? '';
    const content = texts.join('\n\n');
    const channel = payload.optionalLabel('channel')?.replace(/^[#@]/, '');
    return [
      {
        topic: channel || '(no topic)',
        content: EMOJI.test(emoji) ? `${emoji} ${content}` : content,
        isSelfContained: true,
      },
    ];
  },
  samples: [
    {
      name: 'A text',
      body: {
        channel: '#deploys',
        text: '*shop* is live: <https://shop.example/v1|version 1> ~failed~',
        username: 'ci',
      },
    },
    {
      name: 'An attachment',
      body: {
        attachments: [
          {
            pretext: 'Build finished',
            title: 'shop #42',
            title_link: 'https://ci.example/42',
            text: 'All tests _passed_.',
            fields: [{ title: 'Branch', value: 'main', short: true }],
            footer: 'CI',
          },
        ],
      },
    },
    {
      name: 'Blocks',
      body: {
        blocks: [
          { type: 'header', text: { type: 'plain_text', text: 'Disk is full' } },
          {
            type: 'section',
            text: { type: 'mrkdwn', text: '*db-1* has 2 % left' },
            fields: [{ type: 'mrkdwn', text: '*Severity*\nhigh' }],
          },
          { type: 'divider' },
          { type: 'context', elements: [{ type: 'mrkdwn', text: 'since 10:30' }] },
        ],
      },
    },
  ],
};

function textOfAttachment(attachment: Payload): string {
  if (attachment.list('blocks').length > 0) return textOfBlocks(attachment.list('blocks'));
  const title = attachment.optionalText('title');
  const image = attachment.optionalText('image_url');
  const parts = [
    fromMrkdwn(attachment.optionalText('pretext') ?? ''),
    title === undefined ? '' : `## ${link(title, attachment.optionalText('title_link'))}`,
    fromMrkdwn(attachment.optionalText('text') ?? ''),
    attachment.list('fields').map(textOfField).filter(Boolean).join('\n'),
    webAddress(image) === undefined ? '' : link('image', image),
    attachment.has('footer') ? `*${attachment.label('footer')}*` : '',
    attachment.has('ts') ? timeOf(attachment.label('ts')) : '',
  ].filter((text) => text !== '');
  return parts.length > 0 ? parts.join('\n') : fromMrkdwn(attachment.optionalText('fallback') ?? '');
}

function textOfField(field: Payload): string {
  const title = field.optionalLabel('title');
  const value = fromMrkdwn(field.optionalLabel('value') ?? '');
  if (title === undefined && value === '') return '';
  return title === undefined ? `* ${value}` : `* **${title}**: ${value}`;
}

function timeOf(seconds: string): string {
  const at = Number(seconds) * 1000;
  return Math.abs(at) <= 8.64e15 ? `<time:${new Date(at).toISOString()}>` : '';
}
