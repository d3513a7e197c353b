import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { codeOf } from './code-blocks';
import { decorate } from './decorate';
import type { MessageFacts, RenderFacts } from './facts';
import { sanitize } from './sanitize';
import { toggleSpoiler } from './spoilers';
import { t } from '../strings/strings';
import './message-content.css';

interface MessageContentProps {
  html: string;
  facts: RenderFacts;
  message: MessageFacts;
}

async function copy(button: Element): Promise<void> {
  try {
    await navigator.clipboard.writeText(codeOf(button));
    button.textContent = t('message.copied');
  } catch {
    // The browser does not let the page write there.
    button.textContent = t('message.notCopied');
  }
}

function act(button: Element): void {
  if (button.getAttribute('data-action') === 'spoiler') toggleSpoiler(button);
  else if (button.getAttribute('data-action') === 'copy-code') void copy(button);
}

/** The HTML of a message, as safe elements made of what it says. */
export function MessageContent({ html, facts, message }: MessageContentProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const content = sanitize(html);
    decorate(content, facts, message);
    place.current?.replaceChildren(content);
  }, [html, facts, message]);
  const onClick = (event: MouseEvent): void => {
    const button = event.target instanceof Element ? event.target.closest('button[data-action]') : null;
    if (button) act(button);
  };
  // The buttons inside are the controls; the box only hears their clicks.
  return <div ref={place} className="message-content" dir="auto" onClick={onClick} />;
}
