import { decorate } from '../render/decorate';
import type { MessageFacts, RenderFacts } from '../render/facts';
import { plainText } from '../render/plain-text';
import { sanitize } from '../render/sanitize';
import '../render/message-content.css';

/** What the tests of hostile content call in a page of their own (tests/web/hostile-content.e2e-spec.ts). */
export interface HostilePage {
  /** Shows HTML as messages are shown. @returns what is there although it must not be, with the HTML that made it */
  show(messages: readonly string[]): Promise<string[]>;
  /** Puts HTML into the page as it is. */
  showRaw(messages: readonly string[]): Promise<void>;
}

const FACTS: RenderFacts = {
  ownUserId: 31,
  userName: (id) => (id === 31 ? 'Ada "><img src=x onerror=attack()>' : undefined),
  groupName: () => '<script>attack()</script>',
  isOwnGroup: () => true,
  channelName: () => '<svg onload=attack()>',
  emptyTopicName: 'general chat',
  usesTwentyFourHours: true,
  animatesImages: 'always',
  thumbnail: { still: '840x560.webp', animated: '840x560-anim.webp' },
  playgrounds: [],
  emojiAsText: false,
};
const MESSAGE: MessageFacts = { isMentioned: true, isWildcardMentioned: true, alertWords: ['deploy', 'a<b'] };

const SCHEMES = /^(?:https?|mailto|tel|xmpp|ftp|news|ssh|geo|sips?|matrix|web\+[a-z]+):$/;
const FORBIDDEN_ELEMENTS =
  'script, style, link, meta, base, iframe, frame, object, embed, form, input, textarea, select, template, foreignObject, image, use, animate, set';
const FORBIDDEN_ATTRIBUTES = /^(?:on.*|id|name|srcdoc|srcset|poster|background|action|formaction|ping|xlink:href|is)$/;

function faultsOf(element: Element): string[] {
  const faults = element.matches(FORBIDDEN_ELEMENTS) ? [`element ${element.localName}`] : [];
  faults.push(
    ...element.getAttributeNames().flatMap((name) => (FORBIDDEN_ATTRIBUTES.test(name) ? [`attribute ${name}`] : [])),
  );
  const href = element.getAttribute('href');
  // The browser's own reading of the address decides where it leads.
  if (href !== null && URL.canParse(href, location.href)) {
    const { protocol } = new URL(href, location.href);
    if (!SCHEMES.test(protocol)) faults.push(`link to ${protocol}`);
  }
  return faults;
}

function newBox(): HTMLElement {
  const box = document.createElement('div');
  box.className = 'message-content';
  return box;
}

function showOne(html: string, place: Element): string[] {
  const box = newBox();
  place.append(box);
  try {
    const content = sanitize(html);
    decorate(content, FACTS, MESSAGE);
    box.replaceChildren(content);
    plainText(html, 200);
  } catch (error) {
    return [`failed with ${String(error)}`];
  }
  const faults = [...box.querySelectorAll('*')].flatMap(faultsOf);
  return faults;
}

/** Whether something lies on the page's own control, and could be pressed in its place. */
function isGuardCovered(): boolean {
  const guard = document.querySelector('#guard');
  const { x, y } = guard?.getBoundingClientRect() ?? { x: 0, y: 0 };
  return document.elementFromPoint(x + 5, y + 5) !== guard;
}

/** Which of the messages cover what is outside of them; they are looked at one by one only if any does. */
function coveringOf(messages: readonly string[], place: Element): string[] {
  if (!isGuardCovered()) return [];
  const boxes = [...place.children];
  return messages.filter((_html, position) => {
    place.replaceChildren(...boxes.slice(position, position + 1));
    return isGuardCovered();
  });
}

/** Long enough for handlers of failed loads and for requests of styles to have begun. */
async function settled(): Promise<void> {
  for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => setTimeout(resolve, 30));
}

function thePlace(): Element {
  const place = document.querySelector('#place');
  if (!place) throw new Error('the page has no place for messages');
  return place;
}

const page: HostilePage = {
  async show(messages) {
    const place = thePlace();
    const faults = messages.flatMap((html) => showOne(html, place).map((fault) => `${fault}: ${html}`));
    await settled();
    faults.push(...coveringOf(messages, place).map((html) => `covers what is outside of it: ${html}`));
    place.replaceChildren();
    return faults;
  },
  async showRaw(messages) {
    for (const html of messages) {
      const box = newBox();
      thePlace().append(box);
      box.innerHTML = html;
    }
    await settled();
    thePlace().replaceChildren();
  },
};

Object.assign(globalThis, { hostilePage: page });
