import { eventually } from '@stoa/testing';
import type { Locator, Page } from 'playwright-core';

/** The names of what the browser keeps, for all accounts. */
const KEPT_NAMES = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('keyval-store');
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const asking = opening.result.transaction('keyval').objectStore('keyval').getAllKeys();
    asking.onerror = () => reject(asking.error);
    asking.onsuccess = () => resolve(asking.result);
  };
})`;

/** The signed-in client in one tab, by what people see and press. */
export class ClientPage {
  constructor(readonly page: Page) {}

  get main(): Locator {
    return this.page.locator('#main-view');
  }

  /** The ways to views, people and channels. */
  get sidebar(): Locator {
    return this.page.getByRole('navigation', { name: 'Views and channels' });
  }

  /** Where one writes. */
  get compose(): Locator {
    return this.page.getByRole('textbox', { name: 'Message' });
  }

  get messages(): Locator {
    return this.page.locator('article.message[data-message-id]');
  }

  message(id: number): Locator {
    return this.page.locator(`[data-message-id="${id}"]`);
  }

  /** Messages of the open conversation that are on their way. */
  get outgoing(): Locator {
    return this.page.locator('article.message[data-local]');
  }

  messageWith(text: string): Locator {
    return this.messages.filter({ hasText: text });
  }

  banner(text: string | RegExp): Locator {
    // The place for it takes no room: what is seen is the banner in it.
    return this.page.getByRole('status').locator('.banner', { hasText: text });
  }

  async goTo(hash: string): Promise<void> {
    await this.page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  }

  /** Writes into the open conversation, and sends as Enter does. */
  async write(text: string): Promise<void> {
    await this.compose.fill(text);
    await this.compose.press('ControlOrMeta+Enter');
  }

  /** Names of what the browser keeps that have a part. */
  async keptNames(part: string): Promise<string[]> {
    const names = await this.page.evaluate<string[]>(KEPT_NAMES);
    return names.filter((name) => name.includes(part));
  }

  /** Whether a message is on the part of the list that can be seen. */
  async isInSight(message: Locator): Promise<boolean> {
    if ((await message.count()) === 0) return false;
    const [box, list] = await Promise.all([message.boundingBox(), this.page.getByRole('feed').boundingBox()]);
    return box !== null && list !== null && box.y >= list.y - 1 && box.y < list.y + list.height;
  }

  /** Turns the wheel over the list until a message is in sight. */
  async wheelTo(message: Locator, direction: 'up' | 'down'): Promise<void> {
    await this.page.getByRole('feed').hover();
    await eventually(async () => {
      if (await this.isInSight(message)) return true;
      await this.page.mouse.wheel(0, direction === 'up' ? -2500 : 2500);
      return false;
    });
  }

  screenshot(path: string): Promise<Buffer> {
    return this.page.screenshot({ path });
  }
}

/** Milliseconds in which nothing moves when scrolling rests, and is written down. */
const REST_MS = 400;

/** A place on the screen once it stays the same: lists measure what they show, and scroll, a moment later. */
export async function rested<T>(read: () => Promise<T | null | undefined>): Promise<T> {
  let before: string | undefined;
  return eventually(
    async () => {
      const now = await read();
      const isSame = now !== null && now !== undefined && JSON.stringify(now) === before;
      before = JSON.stringify(now);
      return isSame ? now : undefined;
    },
    { stepMs: REST_MS },
  );
}

/** The address of a conversation. */
export const addressOf = {
  topic: ({ id }: { id: number }, topic: string) => `#narrow/channel/${id}/topic/${encodeURIComponent(topic)}`,
  channel: ({ id }: { id: number }) => `#narrow/channel/${id}`,
  direct: (...people: readonly { userId: number }[]) => `#narrow/dm/${people.map(({ userId }) => userId).join(',')}`,
};
