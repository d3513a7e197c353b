import type { UserSettings } from '../store/state';

/** Settings that the whole page follows. */
export type Appearance = Pick<
  UserSettings,
  'color_scheme' | 'web_font_size_px' | 'web_line_height_percent' | 'high_contrast_mode' | 'fluid_layout_width'
>;

const KEPT = 'stoa-appearance';
const THEMES: Readonly<Record<number, string>> = { 2: 'dark', 3: 'light' };
const BROWSER_FONT_PX = 16;

/** What the page's root carries for it: attributes by name, and the two sizes. */
export interface RootLook {
  readonly theme?: string;
  readonly contrast?: string;
  readonly width?: string;
  readonly fontSize: string;
  readonly lineHeight: string;
}

export function rootLook(appearance: Appearance): RootLook {
  return {
    theme: THEMES[appearance.color_scheme],
    contrast: appearance.high_contrast_mode ? 'high' : undefined,
    width: appearance.fluid_layout_width ? 'fluid' : undefined,
    // Relative, so that a larger font of the browser stays larger.
    fontSize: `${(appearance.web_font_size_px / BROWSER_FONT_PX) * 100}%`,
    lineHeight: String(appearance.web_line_height_percent / 100),
  };
}

function show({ theme, contrast, width, fontSize, lineHeight }: RootLook): void {
  const root = document.documentElement;
  for (const [name, value] of Object.entries({ theme, contrast, width })) {
    if (value === undefined) delete root.dataset[name];
    else root.dataset[name] = value;
  }
  root.style.fontSize = fontSize;
  root.style.setProperty('--line-height', lineHeight);
}

/** Shows the page as the user wants it, and remembers it for the next start. */
export function applyAppearance(appearance: Appearance): void {
  const look = rootLook(appearance);
  show(look);
  try {
    localStorage.setItem(KEPT, JSON.stringify(look));
  } catch (error) {
    // A browser that keeps nothing starts with its own look, until the settings are there.
    if (!(error instanceof DOMException)) throw error;
  }
}

function isLook(value: unknown): value is RootLook {
  return typeof value === 'object' && value !== null && 'fontSize' in value && 'lineHeight' in value;
}

/** As it was last, before anything is shown: a page that turned dark after a moment would flash. */
export function applyKeptAppearance(): void {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? 'null');
    if (isLook(kept)) show(kept);
  } catch (error) {
    if (!(error instanceof DOMException) && !(error instanceof SyntaxError)) throw error;
  }
}
