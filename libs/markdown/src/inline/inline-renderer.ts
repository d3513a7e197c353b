import type { RenderContext } from '../context';
import { escapeText } from '../html';
import type { FormulaTypesetter } from '../math';
import type { Stash } from '../stash';
import { autolinks } from './autolinks';
import { channelLinks } from './channel-links';
import { codeSpans } from './code-spans';
import { emojiNames, emoticons, unicodeEmoji } from './emoji';
import { deletion, emphasis, strong, strongEmphasis } from './emphasis';
import { Effects, Trigger, type InlineRule, type InlineState } from './inline-state';
import { linkifierLinks } from './linkifiers';
import { mathSpans } from './math-spans';
import { groupMentions, userMentions } from './mentions';
import { namedLinks } from './named-links';
import { timestamps } from './timestamps';

/** In the order of markdown.md 1.3. Each runs over the whole text before the next one starts. */
const RULES: readonly InlineRule[] = [
  codeSpans,
  strongEmphasis,
  userMentions,
  mathSpans,
  channelLinks,
  timestamps,
  groupMentions,
  namedLinks,
  autolinks,
  linkifierLinks,
  strong,
  emphasis,
  deletion,
  emojiNames,
  emoticons,
  unicodeEmoji,
];

const TRIGGER_OF_ASCII = new Uint16Array(128);
for (const [character, trigger] of Object.entries({
  '`': Trigger.backtick,
  '*': Trigger.star,
  '@': Trigger.at,
  $: Trigger.dollar,
  '#': Trigger.hash,
  '<': Trigger.less,
  '[': Trigger.bracket,
  '(': Trigger.parenthesis,
  '.': Trigger.dot,
  ':': Trigger.colon,
  ';': Trigger.semicolon,
  '~': Trigger.tilde,
})) {
  TRIGGER_OF_ASCII[character.charCodeAt(0)] = trigger;
}

/** Below it no character is part of an emoji, apart from signs that need U+FE0F behind them. */
const FIRST_WIDE = 0x203c;

function triggersIn(text: string): number {
  let triggers = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 128) triggers |= TRIGGER_OF_ASCII[unit] ?? 0;
    else if (unit >= FIRST_WIDE) triggers |= Trigger.wide;
  }
  return triggers;
}

/** Turns the text of one block into HTML. */
export class InlineRenderer implements InlineState {
  readonly effects = new Effects();

  constructor(
    readonly context: RenderContext,
    readonly stash: Stash,
    readonly formulas: FormulaTypesetter,
  ) {}

  render(text: string): string {
    return this.renderInner(text, 0);
  }

  /** The finished HTML of a text to which only the rules from `first` on apply. */
  renderInner(source: string, first: number): string {
    const triggers = triggersIn(source);
    let text = source;
    for (let index = first; index < RULES.length; index++) {
      const rule = RULES[index];
      if (rule === undefined) break;
      const isWorthTrying = (triggers & rule.all) === rule.all && (rule.any === 0 || (triggers & rule.any) !== 0);
      if (isWorthTrying) text = rule.apply(text, this, index);
    }
    return this.stash.expand(escapeText(text).replaceAll('\n', '<br>\n'));
  }
}
