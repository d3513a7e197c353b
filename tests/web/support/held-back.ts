import type { BrowserContext, Page } from 'playwright-core';

/** Holds back what a page or profile asks for at an address. @returns what lets it go on */
export async function holdBack(place: BrowserContext | Page, pattern: string): Promise<() => void> {
  let letGo = (): void => undefined;
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await place.route(pattern, async (route) => {
    await isLetGo;
    await route.continue();
  });
  return letGo;
}
