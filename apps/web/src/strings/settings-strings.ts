import { Catalogue } from './catalogue';
import english from './settings.en.json';

export type SettingsKey = keyof typeof english;

/** Texts of the settings, of channels, groups and invitations: not everybody opens these, so they are loaded apart. */
export const settingsTexts = new Catalogue<SettingsKey>(english, { de: () => import('./settings.de.json') });

/** A text of the settings. */
export const ts = settingsTexts.text;
