import { t } from '../strings/strings';
import { wrapAlertWords } from './alert-words';
import { decorateCode } from './code-blocks';
import { emojiCharacter } from './emoji-character';
import type { MessageFacts, RenderFacts } from './facts';
import { hidePreviews } from './hidden-previews';
import { takeMeOff } from './me-text';
import { decorateMedia } from './media';
import { decorateSpoilers } from './spoilers';
import { decorateTimes } from './times';

type Decorator = (root: DocumentFragment, facts: RenderFacts, message: MessageFacts) => void;

const idOf = (element: Element, name: string): number => Number(element.getAttribute(name));

function decorateUserMentions(root: DocumentFragment, facts: RenderFacts, message: MessageFacts): void {
  for (const mention of root.querySelectorAll('.user-mention')) {
    const isWildcard =
      mention.getAttribute('data-user-id') === '*' || mention.classList.contains('channel-wildcard-mention');
    if (isWildcard) {
      mention.classList.toggle('is-own', message.isWildcardMentioned);
      continue;
    }
    const userId = idOf(mention, 'data-user-id');
    const name = facts.userName(userId);
    // A hit of a search stands inside; its mark must not be lost.
    if (name !== undefined && !mention.querySelector('.highlight')) {
      mention.textContent = mention.classList.contains('silent') ? name : `@${name}`;
    }
    mention.classList.toggle('is-own', message.isMentioned && userId === facts.ownUserId);
  }
}

function decorateGroupMentions(root: DocumentFragment, facts: RenderFacts, message: MessageFacts): void {
  for (const mention of root.querySelectorAll('.user-group-mention')) {
    const groupId = idOf(mention, 'data-user-group-id');
    const name = facts.groupName(groupId);
    if (name !== undefined && !mention.querySelector('.highlight')) {
      mention.textContent = mention.classList.contains('silent') ? name : `@${name}`;
    }
    mention.classList.toggle('is-own', message.isMentioned && facts.isOwnGroup(groupId));
  }
  for (const mention of root.querySelectorAll('.topic-mention')) {
    mention.classList.toggle('is-own', message.isWildcardMentioned);
  }
}

/** Text of a link to a channel or topic after its channel's name, with the name that the channel has now. */
function decorateChannelLinks(root: DocumentFragment, facts: RenderFacts): void {
  for (const link of root.querySelectorAll('a.stream, a.stream-topic')) {
    const name = facts.channelName(idOf(link, 'data-stream-id'));
    if (name === undefined || link.querySelector('.highlight')) continue;
    const topic = link.classList.contains('stream-topic') ? /^#.*? > (.*)$/s.exec(link.textContent)?.[1] : undefined;
    link.textContent = topic === undefined ? `#${name}` : `#${name} > ${topic}`;
    if (topic === '' || topic === facts.emptyTopicName) link.classList.add('has-empty-topic');
  }
}

const SAFE_TARGET = 'noopener noreferrer';

/** Links lead to another tab, but those into this client. */
function decorateLinks(root: DocumentFragment): void {
  for (const link of root.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    if (href.startsWith('#') || href.startsWith('/#')) continue;
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', SAFE_TARGET);
    if (!link.hasAttribute('title') && link.textContent.trim() !== href) link.setAttribute('title', href);
  }
}

function decorateEmoji(root: DocumentFragment, facts: RenderFacts): void {
  for (const emoji of root.querySelectorAll('span.emoji')) {
    const name = emoji.getAttribute('title') ?? '';
    emoji.setAttribute('role', 'img');
    emoji.setAttribute('aria-label', name);
    emoji.setAttribute('title', `:${name.replaceAll(' ', '_')}:`);
    const character = emojiCharacter(emoji);
    if (!facts.emojiAsText && character !== undefined) emoji.textContent = character;
  }
  const [only, ...others] = root.children;
  const isEmojiOnly =
    others.length === 0 &&
    only?.tagName === 'P' &&
    [...only.childNodes].every(
      (node) => (node instanceof Element && node.classList.contains('emoji')) || node.textContent?.trim() === '',
    );
  if (isEmojiOnly) only.classList.add('emoji-only');
}

function decorateTables(root: DocumentFragment): void {
  for (const table of root.querySelectorAll('table')) {
    const box = document.createElement('div');
    box.className = 'table-box';
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', t('message.table'));
    table.replaceWith(box);
    box.append(table);
    for (const head of table.querySelectorAll('thead th')) head.setAttribute('scope', 'col');
  }
}

function decorateAlertWords(root: DocumentFragment, _facts: RenderFacts, message: MessageFacts): void {
  if (message.alertWords.length > 0) wrapAlertWords(root, message.alertWords);
}

function decoratePreviews(root: DocumentFragment, _facts: RenderFacts, message: MessageFacts): void {
  if (message.hidesPreviews) hidePreviews(root);
}

function decorateMe(root: DocumentFragment, _facts: RenderFacts, message: MessageFacts): void {
  if (message.isMeMessage) takeMeOff(root);
}

const DECORATORS: readonly Decorator[] = [
  decorateMe,
  decoratePreviews,
  decorateUserMentions,
  decorateGroupMentions,
  decorateChannelLinks,
  decorateLinks,
  decorateEmoji,
  decorateTimes,
  decorateSpoilers,
  decorateCode,
  decorateTables,
  decorateMedia,
  decorateAlertWords,
];

/** Makes of sanitized HTML what is shown (web.md 5.2). */
export function decorate(root: DocumentFragment, facts: RenderFacts, message: MessageFacts): void {
  for (const decorator of DECORATORS) decorator(root, facts, message);
}
