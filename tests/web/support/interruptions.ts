import type { Page } from 'playwright-core';

const LOOK_MS = 100;

/** A period in which a page said that its connection is lost, in ms of the clock. */
export interface Interruption {
  from: number;
  to: number;
}

/** Looks at a page all the time: how long its connection was said to be lost, and how often it was loaded again. */
export class InterruptionWatch {
  loads = 0;
  private readonly interruptions: Interruption[] = [];
  private shownSince: number | undefined;
  private isOver = false;
  private readonly looking: Promise<void>;

  constructor(private readonly page: Page) {
    page.on('load', () => (this.loads += 1));
    page.on('close', () => (this.isOver = true));
    this.looking = this.look();
  }

  async stop(): Promise<readonly Interruption[]> {
    this.isOver = true;
    await this.looking;
    this.note(false);
    return this.interruptions;
  }

  private async look(): Promise<void> {
    while (!this.isOver) {
      // A page that was closed, as when a test fails, has nothing to say.
      const shown = await this.page
        .evaluate(`document.querySelector('.banner')?.textContent ?? ''`)
        .catch((error: unknown) => {
          if (!this.page.isClosed()) throw error;
          return '';
        });
      this.note(shown !== '');
      await new Promise<void>((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  private note(isShown: boolean): void {
    if (isShown) this.shownSince ??= Date.now();
    else if (this.shownSince !== undefined) {
      this.interruptions.push({ from: this.shownSince, to: Date.now() });
      this.shownSince = undefined;
    }
  }
}
