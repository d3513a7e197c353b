import { settingsTexts, ts, type SettingsKey } from '../../strings/settings-strings';

interface Findable {
  readonly path: string;
  readonly aliases?: readonly string[];
  readonly title: SettingsKey;
  readonly settings?: readonly string[];
}

/** The page that a part of an address names, also by an older name. */
export function pageAt<P extends Findable>(pages: readonly P[], name: string | undefined): P | undefined {
  return name === undefined ? undefined : pages.find(({ path, aliases }) => path === name || aliases?.includes(name));
}

function textsOf({ title, settings = [] }: Findable): string[] {
  const names = settings.map((name) => `setting.${name}`);
  return [ts(title), ...names.flatMap((key) => (settingsTexts.has(key) ? [ts(key)] : []))];
}

/** Pages whose title, or one of whose settings, has every one of the words. */
export function pagesFor<P extends Findable>(pages: readonly P[], wanted: string): readonly P[] {
  const words = wanted.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return pages.filter((page) =>
    textsOf(page).some((text) => words.every((word) => text.toLocaleLowerCase().includes(word))),
  );
}
