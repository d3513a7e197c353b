import {
  type LinkifierDefinition,
  type RenderContext,
  type RenderEmoji,
  type RenderResult,
  collectEmojiNames,
  compileLinkifiers,
  tryRender,
} from '@stoa/markdown';

/** A text and what its HTML depends on, such that it can be sent to a thread. */
export interface RenderTask {
  content: string;
  context: Omit<RenderContext, 'linkifiers' | 'alertWords'>;
  linkifiers: readonly LinkifierDefinition[];
}

export interface RenderTaskResult {
  /** Null when the text cannot be rendered. */
  result: RenderResult | null;
  /** Where alert words are looked for; the words themselves stay where they are, as an organization has very many. */
  alertText: string;
}

/** Only emoji that the text names are sent: an organization may have thousands. */
function namedEmoji(content: string, all: ReadonlyMap<string, RenderEmoji>): Map<string, RenderEmoji> {
  const named = new Map<string, RenderEmoji>();
  for (const name of collectEmojiNames(content)) {
    const emoji = all.get(name);
    if (emoji !== undefined) named.set(name, emoji);
  }
  return named;
}

/** What a thread needs to render a text. */
export function createTask(content: string, context: RenderContext): RenderTask {
  const { linkifiers = [], alertWords: _, customEmoji, ...rest } = context;
  return {
    content,
    context: { ...rest, ...(customEmoji && { customEmoji: namedEmoji(content, customEmoji) }) },
    linkifiers: linkifiers.map(({ definition }) => definition),
  };
}

/** Sets of linkifiers that stay compiled; organizations that write long texts at the same time are few. */
const MOST_COMPILED = 50;
const compiled = new Map<string, RenderContext['linkifiers']>();

function linkifiersOf(definitions: readonly LinkifierDefinition[]): RenderContext['linkifiers'] {
  const key = JSON.stringify(definitions);
  const known = compiled.get(key) ?? compileLinkifiers(definitions);
  compiled.delete(key);
  compiled.set(key, known);
  const [oldest] = compiled.keys();
  if (compiled.size > MOST_COMPILED && oldest !== undefined) compiled.delete(oldest);
  return known;
}

/** Renders in the thread. */
export function runTask({ content, context, linkifiers }: RenderTask): RenderTaskResult {
  let alertText = '';
  const alertWords = {
    usersIn: (text: string): number[] => {
      alertText = text;
      return [];
    },
  };
  const rendered = tryRender(content, { ...context, linkifiers: linkifiersOf(linkifiers), alertWords });
  return { result: rendered.ok ? rendered.result : null, alertText };
}
